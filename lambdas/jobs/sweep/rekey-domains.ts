import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { requestRekey, requestReplacement } from '../../lifecycle/requests/rekey-request.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { RevocationStore } from '../../model/domains/revocation.store.ts';
import type { ReleasedKeyStore } from '../../model/servers/private-keys/released-key.store.ts';
import type { Rekeying, RekeyingStore } from '../../model/servers/rekeying.store.ts';
import { findServedLeaf, type ServedLeafPorts } from '../../model/servers/served-leaf.ts';
import { omit } from '../../shared/rows/omit.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import { againAfterLostRace, wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import type { Clock, Pause } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';

export interface RekeyPorts extends ServedLeafPorts {
  rekeyings: Pick<RekeyingStore, 'due' | 'get' | 'replace' | 'end'>;
  releases: Pick<ReleasedKeyStore, 'page'>;
  domains: Pick<DomainStore, 'get' | 'replace'>;
  revocations: Pick<RevocationStore, 'putWrite'>;
  settings: Pick<Settings, 'acme' | 'acmeFallbacks'>;
  clock: Clock;
  log: Log;
  /** Pauses before the next try, so that the competing transaction can finish. */
  pause: Pause;
}

interface Rekeyed {
  rekeyed: number;
  /** Failures of single domains, which do not stop the others. */
  failures: unknown[];
}

const PAGE = 100;
const TRIES = 3;
/** The pause before a domain whose key cannot be replaced yet is checked again. */
const AGAIN_AFTER_SECONDS = 600;
/** Issuance and installation take at most two days. By then each key in use was replaced, or the replacement failed. */
const ENDS_AFTER_SECONDS = 3 * 86_400;

/**
 * Requests new keys for the domains whose keys revoked machines have, page by page while there is time. It may be killed at any
 * point: the next run repeats the last page and skips domains with a requested replacement.
 */
export async function rekeyDue(ports: RekeyPorts, endsAt: Date): Promise<Rekeyed> {
  const all: Rekeyed = { rekeyed: 0, failures: [] };
  for (const { organizationId, serverId, machineId } of await ports.rekeyings.due(ports.clock())) {
    try {
      const due = await ports.rekeyings.get(organizationId, serverId, machineId);
      if (due) await goOn(due, ports, endsAt, all);
    } catch (cause) {
      ports.log('error', 'domains of a revoked machine could not be given new keys', {
        organizationId,
        serverId,
        machineId,
        cause,
      });
      all.failures.push(cause);
    }
  }
  return all;
}

async function goOn(from: Rekeying, ports: RekeyPorts, endsAt: Date, all: Rekeyed): Promise<void> {
  let due = from;
  while (ports.clock() < endsAt) {
    const place = { limit: PAGE, ...(due.before !== undefined && { before: due.before }) };
    const { items, hasMore } = await ports.releases.page(due, place, ports.clock());
    const page = items.slice(0, PAGE);
    const isUnfinished = await rekeyPage(byDomain(page), due, ports, all);
    const at = { ...due, isUnfinished: due.isUnfinished || isUnfinished };
    const next = nextStep(at, hasMore ? page.at(-1)?.id : undefined, ports.clock());
    const isOurs = await wonRaceUnlessBusy(next ? ports.rekeyings.replace(due, next) : ports.rekeyings.end(due));
    if (!isOurs || next?.before === undefined) return;
    due = next;
  }
}

/** Returns true if a domain must be checked again. */
async function rekeyPage(page: Map<number, Set<string>>, at: Rekeying, ports: RekeyPorts, all: Rekeyed): Promise<boolean> {
  let isUnfinished = false;
  for (const [domainId, fingerprints] of page) {
    const outcome = await rekeyDomain(domainId, fingerprints, at, ports).catch((cause: unknown) => {
      ports.log('error', 'a domain of a revoked machine could not be given a new key', { domainId, cause });
      all.failures.push(cause);
      return 'later' as const;
    });
    if (outcome === 'changed') all.rekeyed += 1;
    if (outcome === 'later') isUnfinished = true;
  }
  return isUnfinished;
}

function byDomain(page: readonly { domainId: number; fingerprintSha256: string }[]): Map<number, Set<string>> {
  const found = new Map<number, Set<string>>();
  for (const { domainId, fingerprintSha256 } of page)
    found.set(domainId, (found.get(domainId) ?? new Set()).add(fingerprintSha256));
  return found;
}

/** Undefined: no work remains. */
function nextStep(step: Rekeying, before: string | undefined, now: Date): Rekeying | undefined {
  const at = omit(step, 'before');
  if (before !== undefined) return { ...at, before, stepDueAt: now.toISOString() };
  const isOver = addSeconds(new Date(at.requestedAt), ENDS_AFTER_SECONDS) <= now.toISOString();
  if (!at.isUnfinished || isOver) return undefined;
  return { ...at, isUnfinished: false, stepDueAt: addSeconds(now, AGAIN_AFTER_SECONDS) };
}

async function rekeyDomain(
  domainId: number,
  fingerprints: ReadonlySet<string>,
  { organizationId, by }: Rekeying,
  ports: RekeyPorts,
): Promise<'done' | 'later' | 'changed'> {
  const { domains, revocations, settings, clock } = ports;
  return againAfterLostRace(
    TRIES,
    async () => {
      const domain = await domains.get(domainId);
      if (domain?.organizationId !== organizationId) return 'done';
      const wanted = requestRekey(domain, fingerprints, settings, clock());
      if (wanted.kind !== 'changed') return wanted.kind;
      const leafPem = wanted.revocation && (await findServedLeaf(domain, ports));
      const requested = wanted.revocation && leafPem === undefined ? requestReplacement(domain, clock()) : wanted;
      if (requested.kind !== 'changed') return requested.kind;
      const { timeline, revocation } = requested;
      const named = revocation && { reason: revocation.reason, serial_number: revocation.serialNumber };
      await domains.replace(domain, requested.domain, {
        timeline,
        events: [],
        audit: { by, clocks: { now: clock() }, after: { rekeyed: true, ...(named && { revocation: named }) } },
        alongside: revocation && leafPem !== undefined ? [revocations.putWrite(domain.id, leafPem, revocation)] : [],
      });
      return 'changed';
    },
    ports.pause,
  );
}
