export function makeApp(render) {
//              ^ defines: makeApp (function)
  return function createApp(root) {
  //              ^ defines: makeApp.createApp (function)
  //              ^ span: 0..+2
    return render(root)
  }
}

const store = defineStore({
//    ^ defines: store (constant)
  state: () => ({ open: false }),
  load: async id => {
//^ defines: store.load (method)
    await fetch(id)
  },
  actions: {
    close: function () {
    // <- defines: store.close (method)
      this.open = false
    },
  },
})

export default configure({
//     ^ defines: default (constant)
  start: () => {
//^ defines: default.start (method)
    run()
  },
})

let module
//  ^ defines: module (constant)
module = {
  refresh: function () {
//^ defines: refresh (method)
    draw()
  },
}

$.fn.modal = function (settings) {
//   ^ defines: fn.modal (method)
  return settings
}

export const [Provider, useShop] = createContext()
//            ^ defines: Provider (constant)
//                      ^ defines: useShop (constant)

export function kind(x) {
//              ^ defines: kind (function)
  switch (x) {
    case OPEN:
    //   ^ value: OPEN
    case Kinds.SHUT:
    //         ^ attribute: Kinds.SHUT
      return !quiet && x === LIMIT ? `${PREFIX}` : other
      //      ^ value: quiet
      //                     ^ value: LIMIT
      //                                ^ value: PREFIX
      //                                           ^ value: other
  }
}
