/** Facts collected when nothing changed any more. */
export interface Facts {
  /** Hostnames whose creation was answered with 201. */
  acknowledged: readonly string[];
  /** The acknowledged hostnames that are served. */
  active: ReadonlySet<string>;
  /** Events of committed writes, by id: the outbox. */
  asked: readonly string[];
  /** Events of `GET /events`, in its order. */
  logged: readonly LoggedEvent[];
  /** The recorded state of each delivery to the webhook, by event id. */
  recorded: ReadonlyMap<string, string>;
  /** Events of the POSTs that the receiver answered with 200. */
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

/** Events that every served domain must have. */
const ON_THE_WAY = ['domain.created', 'domain.validated', 'certificate.requested', 'certificate.issued'];

/**
 * A domain is lost if its creation was acknowledged and it is never served. An event is lost if the outbox or its domain's state
 * shows that it happened, but the log lacks it or has it twice. A delivery is lost if its event is logged, but the receiver did
 * not get it or its record does not say that it succeeded.
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
