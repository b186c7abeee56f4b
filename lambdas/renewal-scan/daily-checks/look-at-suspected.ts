import { decideOnObservation } from '../../lifecycle/check-transition.ts';
import { isSeenServed } from '../../lifecycle/observation.ts';
import { diagnosisOf } from '../../model/domains/diagnosis-of.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { isWatchedAtRest } from '../../model/domains/scan-time.ts';
import { wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import type { ScanPorts } from '../../wiring/scan.wiring.ts';
import { runInOrder } from './run-in-order.ts';
import type { Visit } from './visit-domain.ts';

/** The daily check of a resting domain. For a healthy one only the watch row changes. */
export function dailyCheck({ lookAtDomain, clock, settings }: Pick<ScanPorts, 'lookAtDomain' | 'clock' | 'settings'>): Visit {
  return async (domain, watch) => {
    if (!isWatchedAtRest(domain)) return { watch };
    const now = clock();
    const seen = await lookAtDomain(domain, now);
    const servedAt = isSeenServed(seen) && { servedAt: now.toISOString() };
    return { watch: { ...watch, ...servedAt }, change: decideOnObservation(domain, seen, { now, timings: settings.timings }) };
  };
}

type Uses = Pick<ScanPorts, 'lookAtDomain' | 'domains' | 'claims' | 'clock' | 'log' | 'settings'>;

/** Checks that wait for DNS and customers' servers in parallel. One takes 14 s at most (scan.ts), and rarely that long. */
const AT_ONCE = 50;

/**
 * Checks suspected domains in order, while there is time. The result replaces the row that was read or is dropped: a concurrent
 * writer already handles the domain, and a killed check stays due.
 */
export async function lookAtSuspected(
  domains: readonly Domain[],
  ports: Uses,
  endsAt: Date,
): Promise<{ done: string[]; failures: unknown[] }> {
  const done: string[] = [];
  const failures: unknown[] = [];
  const isOver = () => ports.clock() >= endsAt;
  await runInOrder(domains, AT_ONCE, isOver, async (domain) => {
    try {
      const what = await checkOne(domain, ports);
      if (what !== undefined) done.push(what);
    } catch (cause) {
      ports.log('error', 'a domain could not be looked at', { domainId: domain.id, cause });
      failures.push(cause);
    }
  });
  return { done, failures };
}

async function checkOne(domain: Domain, ports: Uses): Promise<string | undefined> {
  const { lookAtDomain, domains, claims, clock, log, settings } = ports;
  const seen = await lookAtDomain(domain, clock());
  const decided = decideOnObservation(domain, seen, { now: clock(), timings: settings.timings });
  if (!decided) return undefined;
  const { domain: next, ...change } = decided;
  const isValidation = next.cname.everValidated && !domain.cname.everValidated;
  const alongside = isValidation ? [claims.validatedWrite(domain, clock())] : [];
  if (!(await wonRaceUnlessBusy(domains.replace(domain, next, { ...change, alongside })))) return undefined;
  log('info', change.timeline, { domainId: domain.id, diagnosis: diagnosisOf(next).diagnosis.code });
  return change.timeline;
}
