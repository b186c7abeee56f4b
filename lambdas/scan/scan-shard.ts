import pMap from 'p-map';
import type { Changed } from '../lifecycle/request.ts';
import { decideOnScan } from '../lifecycle/scan-transition.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { isCheckDue, isPastLatestRenewal } from '../model/domains/scan-time.ts';
import { wonRaceUnlessBusy } from '../shared/table/lost-race.ts';
import { pagesWhile } from '../shared/table/queries.ts';
import type { ScanPorts } from '../wiring/scan.wiring.ts';
import { lookAtSuspected } from './look-at-suspected.ts';

type Uses = Pick<ScanPorts, 'lookAtDomain' | 'domains' | 'claims' | 'clock' | 'log' | 'settings'>;

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
 * Rows are read so many at once: after a mass revocation there are tens of thousands, most of which have to wait for their turn.
 */
const AT_ONCE = 10;

/** Rows are some kB: what is more than this is due still in the next run. */
const MOST_SUSPECTED = 1_000;

interface Run {
  mostRenewals: number;
  ports: Uses;
  scanned: Scanned;
  /** Executions that were begun, or are being, by whose places they took. */
  begun: Record<string, number>;
  /** To be looked at when all else is done. */
  suspected: Domain[];
}

/**
 * Does what is due for the certificates of a shard, longest due first, page by page while there is time. It begins at most so
 * many renewals, and as many of certificates near their end: what is left stays due, so that a run that is late, half done or
 * killed loses nothing. Two runs at once begin nothing twice: each writes over the row that it has read, or not at all. Looks
 * outside come last: they take seconds, and nothing waits behind them.
 */
export async function scanShard(shard: number, mostRenewals: number, ports: Uses, endsAt: Date): Promise<Scanned> {
  const scanned: Scanned = { done: {}, postponed: 0, failures: [] };
  const run: Run = { mostRenewals, ports, scanned, begun: {}, suspected: [] };
  const pages = pagesWhile(
    () => ports.clock() < endsAt,
    (startAt) => ports.domains.scanBefore(shard, ports.clock(), startAt),
  );
  for await (const page of pages) {
    if (page.oldestDueAt !== undefined) scanned.oldestDueAt ??= page.oldestDueAt;
    await pMap(page.domainIds, (domainId) => scanDomain(domainId, run), { concurrency: AT_ONCE });
  }
  const checked = await lookAtSuspected(run.suspected, ports, endsAt);
  for (const what of checked.done) count(what, scanned);
  scanned.failures.push(...checked.failures);
  return scanned;
}

async function scanDomain(domainId: number, run: Run): Promise<void> {
  try {
    await doWhatIsDue(domainId, run);
  } catch (cause) {
    run.ports.log('error', 'a domain could not be scanned', { domainId, cause });
    run.scanned.failures.push(cause);
  }
}

/** A notice and a renewal may be due at once. Whoever wins a race does the rest. */
async function doWhatIsDue(domainId: number, run: Run): Promise<void> {
  const { domains, clock, log, settings } = run.ports;
  for (;;) {
    const domain = await domains.get(domainId);
    if (!domain) return;
    const due = decideOnScan(domain, { now: clock(), timings: settings.timings });
    const places = placesOf(domain, due, clock());
    if (!due || isPostponed(due, places, run)) return suspect(domain, clock(), run);
    const { domain: next, ...change } = due;
    if (!(await wonRaceUnlessBusy(domains.replace(domain, next, change)))) return notBegun(due, places, run);
    count(due.timeline, run.scanned);
    log('info', due.timeline, { domainId, attempt: next.execution.attempt, phase: next.phase });
    if (due.startExecution) return;
  }
}

/**
 * Renewals and revocations have as many places each. Certificates near their end have places of their own: one that comes due
 * again after the CA has revoked thousands would wait behind them until its end.
 */
function placesOf(domain: Domain, due: Changed | undefined, now: Date): string {
  return `${due?.timeline}${isPastLatestRenewal(domain, now) ? ', near the end' : ''}`;
}

/** Whoever is not postponed has taken its place among those that may begin, before others at once are asked. */
function isPostponed({ startExecution }: Changed, places: string, { mostRenewals, begun, scanned }: Run): boolean {
  if (!startExecution) return false;
  const before = begun[places] ?? 0;
  if (before < mostRenewals) begun[places] = before + 1;
  else scanned.postponed += 1;
  return before >= mostRenewals;
}

/** It gives its place back. */
function notBegun({ startExecution }: Changed, places: string, { begun }: Run): void {
  if (startExecution) begun[places] = (begun[places] ?? 1) - 1;
}

function suspect(domain: Domain, now: Date, { suspected }: Run): void {
  if (isCheckDue(domain, now) && suspected.length < MOST_SUSPECTED) suspected.push(domain);
}

function count(what: string, { done }: Scanned): void {
  done[what] = (done[what] ?? 0) + 1;
}
