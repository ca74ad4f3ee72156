import type { Order, OrderId as Id } from "@shop/model";
// <- imports: @shop/model Order
// <- imports: @shop/model OrderId as Id
import { type Repo, Clock } from "./repo.js";
// <- imports: ./repo.js Repo
// <- imports: ./repo.js Clock
import legacy = require("./legacy");
// <- imports: ./legacy as legacy
import Short = Shapes.Round;
// <- binds: Short : = Shapes.Round
export type { Order } from "@shop/model";
// <- imports: @shop/model Order reexported

/** How an order goes. */
export enum Status {
//          ^ defines: Status (enum)
//          ^ doc: How an order goes.
//          ^ signature: export enum Status
//          ^ span: 0..+3
  Open,
  // <- defines: Status.Open (constant)
  Closed = "closed",
  // <- defines: Status.Closed (constant)
}

export interface Listed<T> extends Iterable<T>, Sized {
//               ^ defines: Listed (interface)
//                                 ^ extends: Iterable<T>
//                                              ^ extends: Sized
  readonly count: number;
  //       ^ defines: Listed.count (field)
  find(id: Id): Promise<T | null>;
  // <- defines: Listed.find (method)
  //       ^ type: Id
  //            ^ type: Promise<T | null>
  //            ^ binds: return : Promise<T | null> =
  [key: string]: unknown;
}

type Options = { limit: number; repo?: Repo } & Base;
//   ^ defines: Options (type_alias)
//               ^ defines: Options.limit (field)
//                              ^ defines: Options.repo (field)
//                                     ^ type: Repo
//                                              ^ type: Base
export type Result = Order | Failure<Id>;
//          ^ defines: Result (type_alias)
//          ^ signature: export type Result = Order | Failure<Id>;
//                   ^ type: Order
//                           ^ type: Failure<Id>

/** Serves orders. */
@Injectable()
 // <- decorator: Injectable
export class Orders extends Service<Order> implements Listed<Order>, Closable {
//           ^ defines: Orders (class)
//           ^ doc: Serves orders.
//           ^ signature: @Injectable() export class Orders extends Service<Order> implements Listed<Order>, Closable
//                          ^ extends: Service
//                                  ^ type: Order
//                                                    ^ implements: Listed<Order>
//                                                                   ^ implements: Closable
  private readonly clock: Clock = systemClock();
  //               ^ defines: Orders.clock (field)
  //                      ^ type: Clock
  //               ^ binds: clock : Clock =
  cache = new Map<Id, Order>();
  // <- defines: Orders.cache (field)
  //          ^ new: Map
  //              ^ type: Id
  // <- binds: cache : Map =

  constructor(private readonly repo: Repo, public limit = 3, readonly name: string) {
  // <- defines: Orders.constructor (constructor)
  //                           ^ defines: Orders.repo (field)
  //                           ^ parent: Orders
  //                           ^ signature: private readonly repo: Repo
  //                           ^ binds: repo : Repo =
  //                                              ^ defines: Orders.limit (field)
  //                                                                  ^ defines: Orders.name (field)
    super();
    // <- call: super
  }

  // Finds one.
  @Cached({ ttl: 3 })
  async find(id: Id): Promise<Order> {
  //    ^ defines: Orders.find (method)
  //    ^ doc: Finds one.
  //    ^ span: -1..+3
  //    ^ signature: @Cached({ ttl: 3 }) async find(id: Id): Promise<Order>
    const found: Order | null = await this.repo.byId<Order>(id)!;
    //           ^ type: Order | null
    //                                          ^ call: this.repo.byId
    //    ^ binds: found : Order | null =
    return found as Order;
    //              ^ type: Order
  }

  onOpen = async (order: Order): Promise<void> => { emit(order); };
  // <- defines: Orders.onOpen (method)
  // <- signature: onOpen = async (order: Order): Promise<void> =>
  get total(): number { return this.cache.size + this.limit; }
  //  ^ defines: Orders.total (method)
  //                                                  ^ attribute: this.limit
}

export const defaults = { limit: 3, make: (id: Id) => new Orders(repo, 1, id) } satisfies Options;
//           ^ defines: defaults (constant)
//                                  ^ defines: defaults.make (method)
//                                                                                        ^ type: Options
export function isOrder(value: unknown): value is Order { return value instanceof legacy.Order; }
//              ^ defines: isOrder (function)
//                                                ^ type: Order
