import type { Timings } from '../../contract/stack/timings.schema.ts';
import type { AcmeProblem } from '../acme/problem.ts';
import type { DomainIn } from '../model/domains/domain-row.schema.ts';
import { causeOf } from './certificate-failure.ts';
import type { OrderTrouble } from './issuance-observation.ts';
import { acmeError, acmeEvidence, acmeText, type Issuing, type Obstacle, obstructed, refused } from './obstacle.ts';
import { troublePause } from './pace/backoff.ts';
import type { Transition } from './transition.ts';

/**
 * Looks at an order that the CA does not know, until another is asked for. A replica that lags has caught up long before the
 * five pauses between them; a CA that has forgotten all its orders costs the domain no more than these. Asked for too early,
 * another order may become a second certificate.
 */
const NOT_FOUND_LOOKS = 6;

/** The ways in which the CA does not do as asked: later, never, not this order, or what order? */
export function decideOnTrouble(domain: Issuing, observation: OrderTrouble, now: Date, timings: Timings): Transition {
  const pause = (baseSeconds: number) =>
    Math.max(
      troublePause(baseSeconds, domain.issuance.issuanceDeadlineAt, now, timings),
      observation.problem.retryAfterSeconds ?? 0,
    );
  switch (observation.kind) {
    case 'ca-refused':
      return refused(domain, observation.problem, now, timings);
    case 'ca-trouble':
      return obstructed(
        domain,
        domain,
        obstacleOf(domain, observation.problem, pause(timings.caRetrySeconds), now),
        now,
        timings,
      );
    case 'order-not-found': {
      const orderNotFoundTimes = (domain.issuance.orderNotFoundTimes ?? 0) + 1;
      const { problem } = observation;
      if (orderNotFoundTimes >= NOT_FOUND_LOOKS) return decideOnTrouble(domain, { kind: 'order-lost', problem }, now, timings);
      // So few looks need no longer and longer pauses: late in a window these would be hours.
      const waitSeconds = Math.max(timings.caRetrySeconds, problem.retryAfterSeconds ?? 0);
      return obstructed(domain, domain, { ...obstacleOf(domain, problem, waitSeconds, now), orderNotFoundTimes }, now, timings);
    }
    case 'order-lost': {
      const obstacle = obstacleOf(domain, observation.problem, pause(timings.validationRetrySeconds), now);
      // The CA has looked at the name and was not content. Trouble of its own passes, or fails the renewal.
      const risk = causeOf(acmeError(domain, observation.problem));
      return obstructed(domain, withoutOrder(domain), { ...obstacle, risk }, now, timings);
    }
  }
}

export function obstacleOf(domain: Issuing, problem: AcmeProblem, waitSeconds: number, now: Date): Obstacle {
  const code = problem.isRateLimit ? 'ca_rate_limited' : 'certificate_request_failed';
  const diagnosis: Obstacle['diagnosis'] = { code, observed: acmeText(problem), evidence: acmeEvidence(problem, now) };
  return { diagnosis, error: acmeError(domain, problem), acme: problem, waitSeconds };
}

/** It waits as whoever has no slot yet; the order that follows has the slot that it gets there. */
export function withoutSlot(domain: DomainIn<'ordering'>): Issuing {
  const { lastObstacleWasCa: _, preparedAt: __, caa: ___, slotGrantedAt: ____, slotCa: _____, ...issuance } = domain.issuance;
  return { ...domain, phase: 'preparing', issuance };
}

/** Back to the preflight with the same request, key and CSR: another order must not be asked for needlessly. */
export function withoutOrder(domain: Issuing): Issuing {
  const { certificateRequestId, toldRisks, preflightFailures, passedOver, issuanceDeadlineAt, sealedKey, csr } = domain.issuance;
  const issuance = {
    certificateRequestId,
    ...(toldRisks && { toldRisks }),
    ...(preflightFailures !== undefined && { preflightFailures }),
    ...(passedOver && { passedOver }),
    ...(issuanceDeadlineAt !== undefined && { issuanceDeadlineAt }),
    ...(sealedKey && { sealedKey }),
    ...(csr !== undefined && { csr }),
  };
  return { ...domain, phase: 'preparing', issuance };
}
