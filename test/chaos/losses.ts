/** What was found when everything had come to rest. All times are milliseconds since 1970, on one clock. */
export interface Facts {
  /** Hostnames whose creation was answered with 201. */
  acknowledged: readonly string[];
  /** Those of them that are served. */
  active: ReadonlySet<string>;
  /** Events that a committed write asked for, by id: the outbox. */
  asked: readonly string[];
  /** Events as `GET /events` shows them, in its order. */
  logged: readonly LoggedEvent[];
  /** What our records say of the deliveries to the one webhook, by event id. */
  recorded: ReadonlyMap<string, RecordedDelivery>;
  /** The POSTs that the receiver has answered with 200. */
  received: readonly ReceivedPost[];
}
export interface LoggedEvent {
  id: string;
  event: string;
  hostname: string;
}
export interface RecordedDelivery {
  state: string;
  /** When each attempt that our records call successful began. */
  succeededFrom: readonly number[];
}
export interface ReceivedPost {
  eventId: string;
  at: number;
}

export interface Losses {
  domains: number;
  events: number;
  /** Deliveries of logged events. */
  lostDeliveries: number;
  doubledDeliveries: number;
}

/** Between the clock of the receiver, which never jumps, and that of the sender. */
const SKEW_MS = 50;

/** No domain is served without these. */
const ON_THE_WAY = ['domain.created', 'domain.validated', 'certificate.requested', 'certificate.issued'];

/**
 * What was lost, and what was done twice.
 *
 * A domain is lost if its creation was acknowledged and it does not come to be served. An event is lost if the outbox or the
 * state of its domain says that it has happened, and the log does not have it, or has it twice. A delivery is lost if its event
 * is logged and the receiver did not get it, or our records do not say that it has succeeded. It is doubled if the receiver got
 * it again after the POST that our records call successful: at-least-once allows a repeat only as long as no success is recorded.
 */
export function losses(facts: Facts): Losses {
  const { acknowledged, active, logged, recorded } = facts;
  const got = Map.groupBy(facts.received, ({ eventId }) => eventId);
  const isDelivered = ({ id }: LoggedEvent) => got.has(id) && recorded.get(id)?.state === 'succeeded';
  return {
    domains: acknowledged.filter((hostname) => !active.has(hostname)).length,
    events: lostEvents(facts),
    lostDeliveries: logged.filter((event) => !isDelivered(event)).length,
    doubledDeliveries: [...got].filter(([id, posts]) => isDoubled(posts, recorded.get(id))).length,
  };
}

function lostEvents({ active, asked, logged }: Facts): number {
  const ids = new Set(logged.map(({ id }) => id));
  const notLogged = asked.filter((id) => !ids.has(id)).length;
  const told = new Set(logged.map(({ hostname, event }) => `${hostname} ${event}`));
  const wanted = [...active].flatMap((hostname) => ON_THE_WAY.map((event) => `${hostname} ${event}`));
  const neverAsked = wanted.filter((each) => !told.has(each)).length;
  return Math.max(notLogged, neverAsked) + (logged.length - ids.size);
}

/**
 * Of the POSTs since the attempt that is recorded as the first successful one began, one is its own: attempts exclude each other.
 */
function isDoubled(posts: readonly ReceivedPost[], delivery: RecordedDelivery | undefined): boolean {
  const from = Math.min(...(delivery?.succeededFrom ?? [])) - SKEW_MS;
  return posts.filter(({ at }) => at >= from).length > 1;
}

/** Deliveries that came more than once, which is allowed while the first answer is not recorded. */
export function repeated({ received }: Pick<Facts, 'received'>): number {
  return [...Map.groupBy(received, ({ eventId }) => eventId).values()].filter(({ length }) => length > 1).length;
}
