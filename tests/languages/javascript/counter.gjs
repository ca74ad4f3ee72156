import Component from "@glimmer/component";
// <- imports: @glimmer/component default as Component
import { formatted } from "../format";
// <- imports: ../format formatted

const Label = <template><b>{{@text}}</b></template>;
//    ^ defines: Label (constant)

export default class Counter extends Component {
//                   ^ defines: Counter (class)
//                                   ^ extends: Component
  @tracked count = 0;
  //       ^ defines: Counter.count (field)

  @action
  increment() {
  // <- defines: Counter.increment (method)
    this.count = formatted(this.count + 1);
    //           ^ call: formatted
  }

  <template>
    <button {{on "click" this.increment}}><Label @text={{this.count}} /></button>
  </template>
}
