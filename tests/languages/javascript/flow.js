/**
 * @flow strict
 */
import type {Fiber, Lanes} from './types';
// <- imports: ./types Fiber
// <- imports: ./types Lanes
import typeof * as Scheduler from 'scheduler';
// <- imports: scheduler as Scheduler

export opaque type Token: string = string;
//                 ^ defines: Token (type_alias)
export type Callback = boolean => ?Callback;
//          ^ defines: Callback (type_alias)
type Box<+T> = {|
//   ^ defines: Box (type_alias)
  +value: T,
  // <- defines: Box.value (field)
  listener?: ?(Event) => mixed,
  // <- defines: Box.listener (field)
|};
type Options = {...Fiber, limit: number, ...};
//   ^ defines: Options (type_alias)
//                        ^ defines: Options.limit (field)

/** Puts work off. */
export function schedule<F: (...Array<mixed>) => mixed>(fiber: Fiber, lanes: Lanes): ?Token {
//              ^ defines: schedule (function)
//              ^ doc: Puts work off.
//                                                             ^ type: Fiber
  const node = ((fiber: any): Box<string>);
  return pushed(node);
  //     ^ call: pushed
}

export function subscribe<T>(onChange: (() => void) => () => void, read: (Set<T> | null) => mixed): void {
//              ^ defines: subscribe (function)
  onChange(() => read(null));
  // <- call: onChange
  //             ^ call: read
}

module.exports = {schedule};
component Button(label: string) { return schedule(label); }
//        ^ defines: Button (function)
//                                       ^ call: schedule
