// What a decision consumes at a CA account, as data. The transaction of the domain's row writes it or not at all: a step that is
// killed and repeated consumes it once.

/** `count` at once, and one more after each `count`th part of the window. */
export interface Limit {
  count: number;
  windowSeconds: number;
}

/** A rate-limited thing, with the key of its usage. */
export interface LimitedResource {
  key: string;
  limit: Limit;
  /** Its row also has other data and never expires. */
  isKept?: true;
}

export interface TakeOne {
  kind: 'take';
  account: string;
  limited: LimitedResource;
  /** The theoretical arrival time in milliseconds, as it was read. */
  seen: number | undefined;
  atMs: number;
  /** True for orders, which need room; an issued certificate always counts. */
  needsRoom: boolean;
}

export interface TakePlace {
  kind: 'place';
  account: string;
  place: string;
  domainId: number;
  organizationId: string;
  needsProof?: true;
  /** The organization's new tag for this place; `seen`: its next tag as it was read. */
  tag?: { queueClass: string; seen: number | undefined; taken: number; expiresAtSeconds: number };
}

export type Spend = TakeOne | TakePlace;
