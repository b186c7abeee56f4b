import type { Timings } from '../../contract/stack/timings.schema.ts';
import { decideOnLook } from '../lifecycle/look-transition.ts';
import { isSeenServed } from '../lifecycle/observation.ts';
import type { LookAtDomain } from '../looks/look-at-domain.ts';
import { isWatchedAtRest } from '../model/domains/scan-time.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import type { Visit } from './visit-domain.ts';

export interface LookVisitPorts {
  lookAt: LookAtDomain;
  clock: Clock;
  timings: Timings;
}

/** The daily look at a domain that rests: of one that is fine, only the memory changes. */
export function lookVisit({ lookAt, clock, timings }: LookVisitPorts): Visit {
  return async (domain, watch) => {
    if (!isWatchedAtRest(domain)) return { watch };
    const now = clock();
    const seen = await lookAt(domain, now);
    const servedAt = isSeenServed(seen) && { servedAt: now.toISOString() };
    return { watch: { ...watch, ...servedAt }, change: decideOnLook(domain, seen, now, timings) };
  };
}
