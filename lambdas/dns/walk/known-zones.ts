import { BoundedMap } from '../../../contract/bounded-map.ts';
import { isAtOrBelow, isBelow, namesUpwards } from '../../../contract/domain-name.ts';
import { publicSuffixOf } from '../../model/domains/hostnames/public-suffix.ts';
import type { DnsReply } from '../wire/message.ts';
import type { ServerAnswer, ZoneServer } from './server-answer.ts';

/** Where a zone begins, and who serves it, as the zone above says. */
export interface ZoneCut {
  /** Empty for the root. */
  zone: string;
  servers: readonly ZoneServer[];
}

/** A process meets few zones that matter twice: those of all customers would be some hundred bytes each. */
const MOST_CUTS = 2_000;
/**
 * The root and the large registries have so many, so that they fit an answer of 512 bytes; a stranger's referral may name
 * thousands.
 */
const MOST_SERVERS = 13;
/** Registries say two days. A customer who moves to other name servers is not to wait for that. */
const LONGEST_SECONDS = 3_600;

/** The delegations that a process has met, for as long as their records may be kept. */
export class ZoneCuts {
  readonly #root: ZoneCut;
  readonly #cuts = new BoundedMap<string, { cut: ZoneCut; endsAtMs: number }>(MOST_CUTS);
  readonly #clockMs: () => number;

  constructor(rootServers: readonly string[], clockMs: () => number) {
    this.#root = { zone: '', servers: rootServers.map((address) => ({ name: 'root', addresses: [address] })) };
    this.#clockMs = clockMs;
  }

  /** The known one that is nearest to the name: the root, if nothing else is. */
  nearest(name: string): ZoneCut {
    for (const zone of namesUpwards(name)) {
      const known = this.#cuts.get(zone);
      if (known && known.endsAtMs > this.#clockMs()) return known.cut;
    }
    return this.#root;
  }

  keep(cut: ZoneCut, ttlSeconds: number): void {
    this.#cuts.set(cut.zone, { cut, endsAtMs: this.#clockMs() + Math.min(ttlSeconds, LONGEST_SECONDS) * 1000 });
  }

  /** What was known turned out wrong: the zone above is asked again. */
  forget(zone: string): void {
    this.#cuts.delete(zone);
  }
}

/**
 * The delegation that a reply of a server of `zone` refers to, on the way down to `name`; undefined if it refers nowhere, or
 * astray.
 */
export function referralIn(reply: DnsReply, zone: string, name: string): { cut: ZoneCut; ttl: number } | undefined {
  if (reply.isAuthoritative || reply.rcode !== 'NOERROR' || reply.records.length > 0) return undefined;
  const delegations = reply.authority.filter(
    (record) => record.type === 'NS' && isBelow(record.name, zone) && isAtOrBelow(name, record.name),
  );
  const [first] = delegations;
  if (!first) return undefined;
  const names = [...new Set(delegations.filter((record) => record.name === first.name).map(({ value }) => value))].slice(
    0,
    MOST_SERVERS,
  );
  // Only what the referring server may know: an address for a name elsewhere could be anybody's word.
  const glue = reply.additional.filter((record) => record.type === 'A' && isBelow(record.name, zone));
  const servers = names.map((server) => ({
    name: server,
    addresses: glue.filter((record) => record.name === server).map(({ value }) => value),
  }));
  return { cut: { zone: first.name, servers }, ttl: first.ttl };
}

/** Far shorter than the five minutes between two checks: servers that are back are seen by the next one. */
const SILENT_SECONDS = 60;
const MOST_ZONES = 2_000;

/**
 * Zones of which every name server was silent within the last minute, as this process has seen it. A silent zone costs each check
 * its whole time: without this, an organization with hundreds of names in one would occupy a process for seconds for each.
 */
export class SilentZones {
  readonly #zones = new BoundedMap<string, { answers: readonly ServerAnswer[]; atMs: number }>(MOST_ZONES);
  readonly #clockMs: () => number;

  constructor(clockMs: () => number) {
    this.#clockMs = clockMs;
  }

  /** Remembers a zone if all its servers were silent. The root and registries always answer: it is we who do not reach them. */
  learn(zone: string, answers: readonly ServerAnswer[]): void {
    if (zone === '' || publicSuffixOf(zone) === zone) return;
    const isSilent = answers.some(({ said }) => said === 'silent') && answers.every(({ said }) => NO_ANSWER.has(said));
    if (isSilent) this.#zones.set(zone, { answers, atMs: this.#clockMs() });
  }

  /** What its servers said when they were asked, as if they said it again: nothing. Undefined: they must be asked. */
  answersOf(zone: string): ServerAnswer[] | undefined {
    const known = this.#zones.get(zone);
    if (!known) return undefined;
    const seconds = Math.round((this.#clockMs() - known.atMs) / 1000);
    if (seconds >= SILENT_SECONDS) return undefined;
    const ago = `${seconds} s ago; a silent zone is asked again after ${SILENT_SECONDS} s`;
    return known.answers.map((answer) => ({ ...answer, reason: `${answer.reason ?? 'no answer'}, ${ago}` }));
  }
}

const NO_ANSWER: ReadonlySet<ServerAnswer['said']> = new Set(['silent', 'not-asked']);
