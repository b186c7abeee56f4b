import type { Timings } from '../shared/contract/timings.schema.ts';
import { addSeconds } from '../shared/time/instant.ts';
import type { CaPassedOver, CaUnavailable } from './observation.ts';
import { type Issuing, obstructed } from './obstacle.ts';
import { obstacleOf, withoutOrder } from './order-trouble.ts';
import type { Transition } from './transition.ts';

/** A request has at least so much of its window left when its CA is back, however long that took. */
const LEFT_AFTER_OUTAGE = 1 / 4;

/**
 * Nobody asks a CA that is spared, so no window passes meanwhile: an outage of days turns no domain that waits into an error, which would come
 * back by itself.
 */
export function decideOnUnavailable(
  domain: Issuing,
  { problem, retryAfterSeconds }: CaUnavailable,
  now: Date,
  timings: Timings,
): Transition {
  const { issuanceDeadlineAt = now.toISOString() } = domain.issuance;
  const leftSeconds = (Date.parse(issuanceDeadlineAt) - now.getTime()) / 1000;
  const left = Math.max(leftSeconds, LEFT_AFTER_OUTAGE * timings.issuanceWindowSeconds);
  const issuance = { ...domain.issuance, issuanceDeadlineAt: addSeconds(now, retryAfterSeconds + left) };
  return obstructed(
    domain,
    { ...domain, issuance } as Issuing,
    obstacleOf(domain, problem, retryAfterSeconds, now),
    now,
    timings,
  );
}

/** At once: the next CA in order is another, or the same order of them has changed. */
export function decideOnPassedOver(
  domain: Issuing,
  { ca, problem, isOfThisName }: CaPassedOver,
  now: Date,
  timings: Timings,
): Transition {
  const { passedOver = [] } = domain.issuance;
  const without = domain.phase === 'ordering' ? domain : withoutOrder(domain);
  const issuance = { ...without.issuance, ...(isOfThisName && { passedOver: [...passedOver, ca] }) };
  return obstructed(domain, { ...without, issuance } as Issuing, obstacleOf(domain, problem, 0, now), now, timings);
}
