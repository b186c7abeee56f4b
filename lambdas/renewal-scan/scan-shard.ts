import pMap from 'p-map';
import type { Changed } from '../lifecycle/request.ts';
import { decideOnScan } from '../lifecycle/scan-transition.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { isCheckDue, isPastLatestRenewal } from '../model/domains/scan-time.ts';
import { wonRaceUnlessBusy } from '../shared/table/lost-race.ts';
import { pagesWhile } from '../shared/table/queries.ts';
import type { ScanPorts } from '../wiring/scan.wiring.ts';
import { lookAtSuspected } from './daily-checks/look-at-suspected.ts';

type Uses = Pick<ScanPorts, 'lookAtDomain' | 'domains' | 'claims' | 'clock' | 'log' | 'settings'>;

export interface ScanResult {
  /** By timeline entry, for example `certificate.renewal_started`. */
  done: Record<string, number>;
  /** Due renewals that wait for a later scan. */
  postponed: number;
  /** When the oldest item became due; absent if nothing was due. */
  oldestDueAt?: string;
  /** Failures of single domains, which do not stop the others. */
  failures: unknown[];
}

/** Rows read in parallel: after a mass revocation there are tens of thousands, most of which must wait. */
const AT_ONCE = 10;

/** Rows have some kB. Domains beyond this number stay due for the next run. */
const MAX_SUSPECTED = 1_000;

interface Run {
  maxRenewals: number;
  ports: Uses;
  scanned: ScanResult;
  /** Started executions, and those being started, by budget. */
  begun: Record<string, number>;
  /** Checked after everything else. */
  suspected: Domain[];
}

/**
 * Does the due work of a shard's certificates, oldest first, page by page while there is time. It starts a limited number of
 * renewals, and as many for certificates near expiry. The rest stays due, so a late, partial or killed run loses nothing.
 * Concurrent runs start nothing twice: each replaces the row that it read, or writes nothing. Checks of DNS and servers come
 * last, because they take seconds.
 */
export async function scanShard(shard: number, maxRenewals: number, ports: Uses, endsAt: Date): Promise<ScanResult> {
  const scanned: ScanResult = { done: {}, postponed: 0, failures: [] };
  const run: Run = { maxRenewals, ports, scanned, begun: {}, suspected: [] };
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
    await runDueWork(domainId, run);
  } catch (cause) {
    run.ports.log('error', 'a domain could not be scanned', { domainId, cause });
    run.scanned.failures.push(cause);
  }
}

/** A notice and a renewal may be due at once, so it loops. After a lost race the other writer does the rest. */
async function runDueWork(domainId: number, run: Run): Promise<void> {
  const { domains, clock, log, settings } = run.ports;
  for (;;) {
    const domain = await domains.get(domainId);
    if (!domain) return;
    const due = decideOnScan(domain, { now: clock(), timings: settings.timings });
    const places = budgetOf(domain, due, clock());
    if (!due || postponeUnlessRoom(due, places, run)) return addSuspected(domain, clock(), run);
    const { domain: next, ...change } = due;
    if (!(await wonRaceUnlessBusy(domains.replace(domain, next, change)))) return returnPlace(due, places, run);
    count(due.timeline, run.scanned);
    log('info', due.timeline, { domainId, attempt: next.execution.attempt, phase: next.phase });
    if (due.startExecution) return;
  }
}

/**
 * Renewals and revocations have separate budgets, and so do certificates near expiry: after a mass revocation by the CA they
 * would otherwise wait behind thousands until they expire.
 */
function budgetOf(domain: Domain, due: Changed | undefined, now: Date): string {
  return `${due?.timeline}${isPastLatestRenewal(domain, now) ? ', near the end' : ''}`;
}

/** Takes a place in the budget synchronously, before concurrent domains are decided. */
function postponeUnlessRoom({ startExecution }: Changed, places: string, { maxRenewals, begun, scanned }: Run): boolean {
  if (!startExecution) return false;
  const before = begun[places] ?? 0;
  if (before < maxRenewals) begun[places] = before + 1;
  else scanned.postponed += 1;
  return before >= maxRenewals;
}

/** Returns the domain's place to the budget. */
function returnPlace({ startExecution }: Changed, places: string, { begun }: Run): void {
  if (startExecution) begun[places] = (begun[places] ?? 1) - 1;
}

function addSuspected(domain: Domain, now: Date, { suspected }: Run): void {
  if (isCheckDue(domain, now) && suspected.length < MAX_SUSPECTED) suspected.push(domain);
}

function count(what: string, { done }: ScanResult): void {
  done[what] = (done[what] ?? 0) + 1;
}
