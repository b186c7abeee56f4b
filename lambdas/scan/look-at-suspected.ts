import { decideOnObservation } from '../lifecycle/check-transition.ts';
import { isSeenServed } from '../lifecycle/observation.ts';
import { diagnosisOf } from '../model/domains/diagnosis-of.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { isWatchedAtRest } from '../model/domains/scan-time.ts';
import { wonRaceUnlessBusy } from '../shared/table/lost-race.ts';
import type { ScanPorts } from '../wiring/scan.wiring.ts';
import { inOrder } from './in-order.ts';
import type { Visit } from './visit-domain.ts';

/** The daily check of a domain that rests: of one that is fine, only the memory changes. */
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

/** So many checks wait for DNS and customers' servers at once. One takes 14 s at most (scan.ts), and seldom one. */
const AT_ONCE = 50;

/**
 * Looks at domains with something wrong, in this order, while there is time. What was decided is written over the row that was
 * read, or not at all: whoever has written meanwhile is at work on it, and a check that was killed is due still.
 */
export async function lookAtSuspected(
  domains: readonly Domain[],
  ports: Uses,
  endsAt: Date,
): Promise<{ done: string[]; failures: unknown[] }> {
  const done: string[] = [];
  const failures: unknown[] = [];
  const isOver = () => ports.clock() >= endsAt;
  await inOrder(domains, AT_ONCE, isOver, async (domain) => {
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
