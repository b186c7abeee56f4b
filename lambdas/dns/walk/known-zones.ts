import { BoundedMap } from '../../../contract/bounded-map.ts';
import { isAtOrBelow, isBelow, nameAndParents } from '../../../contract/domain-name.ts';
import { publicSuffixOf } from '../../model/domains/hostnames/public-suffix.ts';
import type { DnsReply } from '../wire/message.ts';
import type { ServerAnswer, ZoneServer } from './server-answer.ts';

/** Where a zone begins and which servers it has, according to the parent zone. */
export interface ZoneCut {
  /** Empty for the root. */
  zone: string;
  servers: readonly ZoneServer[];
}

/** A process seldom needs a zone twice. All customers' zones would take some hundred bytes each. */
const MAX_CUTS = 2_000;
/** The root and large registries have 13, so that they fit an answer of 512 bytes; a stranger's referral may name thousands. */
const MAX_SERVERS = 13;
/** Registries say two days. A customer who moves to other name servers must not wait that long. */
const MAX_SECONDS = 3_600;

/** The delegations that a process has seen, cached as long as their TTL allows. */
export class ZoneCuts {
  readonly #root: ZoneCut;
  readonly #cuts = new BoundedMap<string, { cut: ZoneCut; endsAtMs: number }>(MAX_CUTS);
  readonly #clockMs: () => number;

  constructor(rootServers: readonly string[], clockMs: () => number) {
    this.#root = { zone: '', servers: rootServers.map((address) => ({ name: 'root', addresses: [address] })) };
    this.#clockMs = clockMs;
  }

  /** The cached delegation nearest to the name; the root if there is none. */
  nearest(name: string): ZoneCut {
    for (const zone of nameAndParents(name)) {
      const known = this.#cuts.get(zone);
      if (known && known.endsAtMs > this.#clockMs()) return known.cut;
    }
    return this.#root;
  }

  keep(cut: ZoneCut, ttlSeconds: number): void {
    this.#cuts.set(cut.zone, { cut, endsAtMs: this.#clockMs() + Math.min(ttlSeconds, MAX_SECONDS) * 1000 });
  }

  /** The cached delegation was wrong: the parent zone is queried again. */
  forget(zone: string): void {
    this.#cuts.delete(zone);
  }
}

/**
 * The delegation in a reply from a server of `zone`, on the way down to `name`; undefined if there is none, or it leads astray.
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
    MAX_SERVERS,
  );
  // Only what the referring server can know: an address for a name elsewhere may be forged.
  const glue = reply.additional.filter((record) => record.type === 'A' && isBelow(record.name, zone));
  const servers = names.map((server) => ({
    name: server,
    addresses: glue.filter((record) => record.name === server).map(({ value }) => value),
  }));
  return { cut: { zone: first.name, servers }, ttl: first.ttl };
}

/** Far shorter than the five minutes between two checks: the next check sees recovered servers. */
const SILENT_SECONDS = 60;
const MAX_ZONES = 2_000;

/**
 * Zones whose name servers were all silent within the last minute, as seen by this process. A silent zone costs each check its
 * whole time: an organization with hundreds of names in one would occupy a process for seconds per name.
 */
export class SilentZones {
  readonly #zones = new BoundedMap<string, { answers: readonly ServerAnswer[]; atMs: number }>(MAX_ZONES);
  readonly #clockMs: () => number;

  constructor(clockMs: () => number) {
    this.#clockMs = clockMs;
  }

  /** Remembers a zone if all its servers were silent. The root and registries always answer: there, the failure is ours. */
  learn(zone: string, answers: readonly ServerAnswer[]): void {
    if (zone === '' || publicSuffixOf(zone) === zone) return;
    const isSilent = answers.some(({ said }) => said === 'silent') && answers.every(({ said }) => NO_ANSWER.has(said));
    if (isSilent) this.#zones.set(zone, { answers, atMs: this.#clockMs() });
  }

  /** The servers' last answers, reused as if they were silent again. Undefined: they must be queried. */
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
