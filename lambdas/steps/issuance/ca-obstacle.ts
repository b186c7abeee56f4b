import type { AcmeProblem, CaRefusal, CaTrouble, OrderLost } from '../../lifecycle/observation.ts';
import { acmeText, type Issuing } from '../../lifecycle/obstacle.ts';
import type { Timings } from '../../shared/contract/timings.schema.ts';
import type { Authorization, Order } from './acme/acme-answer.schema.ts';
import { type AcmeOperation, malformedAnswer, meaningOf, type ProblemMeaning } from './acme/acme-problem.ts';
import { acmeProblem } from './acme/acme-result.ts';

const OBSERVED = {
  trouble: 'ca-trouble',
  refused: 'ca-refused',
  'order-lost': 'order-lost',
  'not-found': 'ca-trouble',
} as const satisfies Record<ProblemMeaning, string>;

/** What a step knows when it calls the CA. */
export interface StepContext {
  domain: Issuing;
  now: Date;
  timings: Timings;
}

/**
 * In units of the pause between two tries. A replica that lags has caught up long before; a CA that has forgotten all its
 * orders costs the domain no more than this. Asked too early, another order may become a second certificate.
 */
const NOT_FOUND_TRIES = 5;

/** A problem as the lifecycle sees it: what it means for the order depends on the operation. */
export function caObstacle(operation: AcmeOperation, problem: AcmeProblem): CaTrouble | CaRefusal | OrderLost {
  return { kind: OBSERVED[meaningOf(operation, problem)], problem };
}

/** The same about an order itself, which is lost once the CA has said for a while, and nothing else, that it does not know it. */
export function orderObstacle(
  operation: AcmeOperation,
  problem: AcmeProblem,
  context: StepContext,
): CaTrouble | CaRefusal | OrderLost {
  const isLost = meaningOf(operation, problem) === 'not-found' && hasStood(problem, context);
  return isLost ? { kind: 'order-lost', problem } : caObstacle(operation, problem);
}

/**
 * A row is written when an obstacle is first met, not when it is met again in the same words, and when anything else is
 * heard in between (progress clears the diagnosis, a pending order the last error).
 */
function hasStood(problem: AcmeProblem, { domain, now, timings }: StepContext): boolean {
  const text = acmeText(problem);
  const isAllThatWasHeard = domain.diagnosis.observed === text && domain.issuance.lastAcmeError === text;
  const stoodSeconds = (now.getTime() - Date.parse(domain.updatedAt)) / 1000;
  return isAllThatWasHeard && stoodSeconds >= timings.caRetrySeconds * NOT_FOUND_TRIES;
}

/** An order that will never be valid, with the reason that its authorization or the order itself gives. */
export function spentOrder(order: Order, authorization?: Authorization): CaTrouble | CaRefusal | OrderLost {
  return caObstacle('invalidOrder', challengeProblem(authorization) ?? describe(order.error, 'The order became invalid.'));
}

/** An authorization that will never be valid: its challenge tells why. */
export function spentAuthorization(authorization: Authorization): CaTrouble | CaRefusal | OrderLost {
  return caObstacle(
    'invalidOrder',
    challengeProblem(authorization) ?? malformedAnswer(`The authorization is ${authorization.status}.`),
  );
}

function challengeProblem(authorization: Authorization | undefined): AcmeProblem | undefined {
  const failed = authorization?.challenges.find(({ error }) => error !== undefined);
  return failed?.error && acmeProblem(failed.error);
}

function describe(error: Order['error'], otherwise: string): AcmeProblem {
  return error === undefined ? malformedAnswer(otherwise) : acmeProblem(error);
}
