/** What was found when everything had come to rest. */
export interface Facts {
  /** Hostnames whose creation was answered with 201. */
  acknowledged: readonly string[];
  /** Those of them that are served. */
  active: ReadonlySet<string>;
  /** Events that a committed write asked for, by id: the outbox. */
  asked: readonly string[];
  /** Events as `GET /events` shows them, in its order. */
  logged: readonly LoggedEvent[];
  /** The state of each delivery to the one webhook, by event id. */
  recorded: ReadonlyMap<string, string>;
  /** The events of the POSTs that the receiver has answered with 200. */
  received: readonly string[];
}
export interface LoggedEvent {
  id: string;
  event: string;
  hostname: string;
}

export interface Losses {
  domains: number;
  events: number;
  /** Deliveries of logged events. */
  deliveries: number;
}

/** No domain is served without these. */
const ON_THE_WAY = ['domain.created', 'domain.validated', 'certificate.requested', 'certificate.issued'];

/**
 * A domain is lost if its creation was acknowledged and it does not come to be served. An event is lost if the outbox or the
 * state of its domain says that it has happened, and the log does not have it, or has it twice. A delivery is lost if its event
 * is logged and the receiver did not get it, or our records do not say that it has succeeded.
 */
export function losses(facts: Facts): Losses {
  const { acknowledged, active, logged, recorded } = facts;
  const got = new Set(facts.received);
  return {
    domains: acknowledged.filter((hostname) => !active.has(hostname)).length,
    events: lostEvents(facts),
    deliveries: logged.filter(({ id }) => !got.has(id) || recorded.get(id) !== 'succeeded').length,
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
