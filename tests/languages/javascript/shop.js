/** The shop's front. */
import React, { useState as state, useMemo } from "react";
// <- imports: react default as React
// <- imports: react useState as state
// <- imports: react useMemo
import * as api from "./api.js";
// <- imports: ./api.js as api
import "./shop.css";
// <- imports: ./shop.css
export { Cart, default as Basket } from "./cart";
// <- imports: ./cart Cart reexported
// <- imports: ./cart default as Basket reexported
export * from "./prices";
// <- imports: ./prices * reexported
export * as taxes from "./taxes";
// <- imports: ./taxes as taxes reexported

// How many at once.
export const LIMIT = 10;
//           ^ defines: LIMIT (constant)
//           ^ doc: How many at once.
//           ^ signature: export const LIMIT = 10
let first = 1, second;
//  ^ defines: first (constant)
//             ^ defines: second (constant)
export const { load, save: store } = makeStorage(LIMIT);
//             ^ defines: load (constant)
//                         ^ defines: store (constant)
//                                   ^ call: makeStorage
//                                               ^ argument: LIMIT

/**
 * Keeps things.
 */
export class Store extends api.Base {
//           ^ defines: Store (class)
//           ^ doc: Keeps things.
//           ^ signature: export class Store extends api.Base
//           ^ span: 0..+21
//                         ^ extends: api.Base
  static size = 0;
  //     ^ defines: Store.size (field)
  #secret = new Vault();
  // <- defines: Store.#secret (field)
  //            ^ new: Vault
  // <- binds: #secret : Vault =

  constructor(back) {
  // <- defines: Store.constructor (constructor)
    super(back);
    // <- call: super
    this.back = back;
    //   ^ defines: Store.back (field)
    //   ^ parent: Store
    //   ^ binds: this.back : = back
    this.onChange = (event) => this.back?.write(event);
    //   ^ defines: Store.onChange (method)
    //                                    ^ call: this.back?.write
  }

  // Reads one.
  async get(key) {
  //    ^ defines: Store.get (method)
  //    ^ doc: Reads one.
  //    ^ signature: async get(key)
    const entry = await this.back.read(key);
    //    ^ binds: entry : = this.back.read()
    //                            ^ call: this.back.read
    if (!(entry instanceof api.Entry)) throw new MissingError(key);
    //                     ^ type: api.Entry
    //                                           ^ raise: MissingError
    return entry;
    //     ^ value: entry
  }

  handle = (event) => { this.get(event.key); };
  // <- defines: Store.handle (method)
  //                                   ^ argument: event.key
  get value() { return 1; }
  //  ^ defines: Store.value (method)
  set value(next) { this.log(next); }
  //  ^ defines: Store.value (method)
  *[Symbol.iterator]() {}
  // <- defines: Store.[Symbol.iterator] (method)
}

export function Shop({ items, onPick }) {
//              ^ defines: Shop (function)
  const [open, setOpen] = state(false);
  const pick = useCallback((item) => { onPick(item); }, []);
  //    ^ defines: Shop.pick (function)
  //                                   ^ call: onPick
  const names = items.map((item) => item.name);
  for (const item of api.each(items)) show(item);
  //         ^ binds: item : = *api.each()
  return <Panel title={LIMIT} onClick={pick}><Icons.Close />{names}</Panel>;
  //      ^ call: Panel
  //                   ^ argument: LIMIT
  //                                                ^ call: Icons.Close
  //                                                         ^ value: names
}

export const Row = React.memo(function Row(props) {
//           ^ defines: Row (function)
  return <li>{props.name}</li>;
});

const Late = React.lazy(() => import("./Late"));
//    ^ defines: Late (constant)
//    ^ imports: ./Late default as Late
//    ^ imports: ./Late

if (import.meta.vitest) {
  const checks = () => Shop();
  //    ^ defines: checks (function)
  //    ^ flag: test
}

export default Store;
// <- binds: default : = Store
//             ^ value: Store
