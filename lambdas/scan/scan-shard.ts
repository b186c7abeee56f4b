import { decideOnScan } from '../lifecycle/scan-transition.ts';
import type { DomainStore } from '../model/domains/domain.store.ts';
import type { Timings } from '../shared/contract/timings.schema.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import { wonRace } from '../shared/table/lost-race.ts';
import type { Item } from '../shared/table/table.store.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';

export interface ScanPorts {
  domains: Pick<DomainStore, 'get' | 'replace' | 'scanBefore'>;
  clock: Clock;
  log: Log;
  timings: Timings;
}

export interface Scanned {
  /** By what the timeline says happened, for example `certificate.renewal_started`. */
  done: Record<string, number>;
  /** Renewals that are due and have to wait for a later scan. */
  postponed: number;
  /** Since when the first of all has been due; absent: nothing was. */
  oldestDueAt?: string;
  /** What went wrong with single domains, which must not keep the scan from the others. */
  failures: unknown[];
}

/**
 * Does what is due for the certificates of a shard, longest due first, page by page while there is time. It begins at most so many
 * renewals: what is left stays due, so that a run that is late, half done or killed loses nothing. Two runs at once begin nothing
 * twice: each writes over the row that it has read, or not at all.
 */
export async function scanShard(shard: number, mostRenewals: number, ports: ScanPorts, endsAt: Date): Promise<Scanned> {
  const scanned: Scanned = { done: {}, postponed: 0, failures: [] };
  let startAt: Item | undefined;
  do {
    const page = await ports.domains.scanBefore(shard, ports.clock(), startAt);
    if (page.oldestDueAt !== undefined) scanned.oldestDueAt ??= page.oldestDueAt;
    for (const domainId of page.domainIds) await scanDomain(domainId, mostRenewals, ports, scanned);
    startAt = page.next;
  } while (startAt && ports.clock() < endsAt);
  return scanned;
}

async function scanDomain(domainId: number, mostRenewals: number, ports: ScanPorts, scanned: Scanned): Promise<void> {
  try {
    await doWhatIsDue(domainId, mostRenewals, ports, scanned);
  } catch (cause) {
    ports.log('error', 'a domain could not be scanned', { domainId, cause });
    scanned.failures.push(cause);
  }
}

/** A notice and a renewal may be due at once. Whoever wins a race does the rest. */
async function doWhatIsDue(
  domainId: number,
  mostRenewals: number,
  { domains, clock, log, timings }: ScanPorts,
  scanned: Scanned,
): Promise<void> {
  for (;;) {
    const domain = await domains.get(domainId);
    const due = domain && decideOnScan(domain, clock(), timings);
    if (!domain || !due) return;
    if (due.startExecution && (scanned.done[due.timeline] ?? 0) >= mostRenewals) {
      scanned.postponed += 1;
      return;
    }
    const { domain: next, ...change } = due;
    if (!(await wonRace(domains.replace(domain, next, change)))) return;
    scanned.done[due.timeline] = (scanned.done[due.timeline] ?? 0) + 1;
    log('info', due.timeline, { domainId, attempt: next.attempt, phase: next.phase });
    if (due.startExecution) return;
  }
}
