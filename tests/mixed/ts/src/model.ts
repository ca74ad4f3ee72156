/** A thing with a key. */
export interface Keyed {
  readonly key: string;
}

export interface Saved extends Keyed {
  save(): Promise<void>;
}

export type Row<T> = T & Keyed;

export enum State {
  Open = 'open',
  Closed = 'closed',
}

export abstract class Entity implements Saved {
  constructor(public readonly key: string) {}
  abstract save(): Promise<void>;
}
