// Same names in many places must stay apart.
class A {
//    ^ defines: A (class)
  run() { return 1; }
  // <- defines: A.run (method)
  static Inner = class { run() {} };
  //     ^ defines: A.Inner (class)
  //                     ^ defines: A.Inner.run (method)
}
const B = class extends A { run() { return super.run(); } };
//    ^ defines: B (class)
//                      ^ extends: A
//                          ^ defines: B.run (method)
//                                               ^ call: super.run
const one = { run() {}, stop: () => 1, plain: A };
//    ^ defines: one (constant)
//            ^ defines: one.run (method)
//                      ^ defines: one.stop (method)
//                                            ^ value: A
const two = { run: function () {} };
//    ^ defines: two (constant)
//            ^ defines: two.run (method)

const withLog = (Base) => class Logged extends Base { run() {} };
//    ^ defines: withLog (function)
//                              ^ defines: withLog.Logged (class)
//                                                    ^ defines: withLog.Logged.run (method)

function outer() {
//       ^ defines: outer (function)
  const inner = { run() {} };
  //    ^ defines: outer.inner (constant)
  //              ^ defines: outer.inner.run (method)
  function helper() {}
  //       ^ defines: outer.helper (function)
  //       ^ parent: outer
  const plain = { a: 1 };
  return { run: async () => helper(), helper };
  //       ^ defines: outer.run (method)
  //                                  ^ value: helper
}

export function* ids() {}
//               ^ defines: ids (function)
export { outer as wrapped };
//                ^ binds: wrapped : = outer

export default class extends A {
//     ^ defines: default (class)
  run() {}
  // <- defines: default.run (method)
}
