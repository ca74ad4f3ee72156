// Overloads, namespaces, declarations and same-named members, each with an identity of its own.
export function parse(text: string): number;
//              ^ defines: parse (function)
export function parse(text: Buffer): string;
//              ^ defines: parse (function)
export function parse(text: any): any {
//              ^ defines: parse (function)
//              ^ signature: export function parse(text: any): any
//              ^ span: 0..+2
  return text;
}

abstract class Shape<T extends Base> {
//             ^ defines: Shape (class)
//                             ^ type: Base
  abstract area(): number;
  //       ^ defines: Shape.area (method)
  scale(by: number): this;
  // <- defines: Shape.scale (method)
  scale(by: Vector): this;
  // <- defines: Shape.scale (method)
  scale(by: any) { return this; }
  // <- defines: Shape.scale (method)
  #hidden?: T;
  // <- defines: Shape.#hidden (field)
  declare kind: string;
  //      ^ defines: Shape.kind (field)
}
class Circle extends Shape<Base> { area() { return 3; } }
//    ^ defines: Circle (class)
//                                 ^ defines: Circle.area (method)
interface Shape<T> { area(): number }
//        ^ defines: Shape (interface)
//                   ^ defines: Shape.area (method)

export namespace Shapes.Round {
//                      ^ defines: Shapes.Round (module)
  export const UNIT = 1;
  //           ^ defines: Shapes.Round.UNIT (constant)
  const hidden = 2;
  export function make() { return new Circle(); }
  //              ^ defines: Shapes.Round.make (function)
  //              ^ parent: Shapes.Round
  //                                  ^ binds: return : Circle =
}
namespace Flat { export class Circle { area() {} } }
//        ^ defines: Flat (module)
//                            ^ defines: Flat.Circle (class)
//                                     ^ defines: Flat.Circle.area (method)

/** Words for a package. */
declare module "untyped" {
//              ^ defines: untyped (module)
//              ^ doc: Words for a package.
//              ^ signature: declare module "untyped"
  export function run(name: string): Shape<Base>;
  //              ^ defines: untyped.run (function)
  //                                 ^ type: Shape<Base>
  interface Settings { "quoted-name": Shape<Base> }
  //        ^ defines: untyped.Settings (interface)
  //                    ^ defines: untyped.Settings.quoted-name (field)
}
declare global { var started: Date; interface Window { app: App } }
//                   ^ defines: started (constant)
//                                            ^ defines: Window (interface)
//                                                     ^ defines: Window.app (field)
declare const VERSION: string;
//            ^ defines: VERSION (constant)
declare function log(text: string): void;
//               ^ defines: log (function)

export const enum Side { Left = 1 << 0, "Right" }
//                ^ defines: Side (enum)
//                       ^ defines: Side.Left (constant)
//                                       ^ defines: Side.Right (constant)

const mixin = <T extends Base>(base: T) => {
//    ^ defines: mixin (function)
  return class Mixed extends base { area() {} };
  //           ^ defines: mixin.Mixed (class)
  //                         ^ extends: base
  //                                ^ defines: mixin.Mixed.area (method)
};
inst.check = (value: Base): boolean => true;
//   ^ defines: inst.check (method)
export default function run() {}
//     ^ binds: default : = run
//                      ^ defines: run (function)
export type * from "./types";
// <- imports: ./types * reexported
