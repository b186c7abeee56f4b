// What a decision uses up at a CA account, as data. It is written by the transaction that writes the domain's row, or not at all:
// a step that is killed and run again has spent it once.

/** `count` at once, and one more each time that the `count`th part of the window has passed. */
export interface Limit {
  count: number;
  windowSeconds: number;
}

/** A limited thing, by what its use is kept under. */
export interface Limited {
  key: string;
  limit: Limit;
  /** It remembers more than what is used up, and is never forgotten. */
  isKept?: true;
}

/** One of a limited thing. */
export interface TakeOne {
  kind: 'take';
  account: string;
  limited: Limited;
  /** Its arrival time in milliseconds, as it was read. */
  seen: number | undefined;
  atMs: number;
  /** An order needs room for one; a certificate that was issued is counted in any case. */
  needsRoom: boolean;
}

/** A place in the queue. */
export interface TakePlace {
  kind: 'place';
  account: string;
  place: string;
  domainId: number;
  organizationId: string;
  /** Its order writes a proof into the validation zone. */
  needsProof?: true;
  /** The organization's tag at this place, if it is new; `seen`: its next one as it was read. */
  tag?: { queueClass: string; seen: number | undefined; taken: number; expiresAtSeconds: number };
}

export type Spend = TakeOne | TakePlace;
