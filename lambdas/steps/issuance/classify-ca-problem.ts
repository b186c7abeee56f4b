import type { CertificateAuthority } from '../../acme/acme.gateway.ts';
import type { Authorization, Order } from '../../acme/answer.schema.ts';
import { acmeProblem } from '../../acme/answer.ts';
import {
  type AcmeOperation,
  type AcmeProblem,
  classifyProblem,
  isNotOffered,
  isOwnProblem,
  isProblem,
  malformedAnswer,
  type ProblemMeaning,
  refusesOurAccount,
  WITHOUT_A_TYPE,
} from '../../acme/problem.ts';
import type { CaRefusal, CaTrouble, OrderLost, OrderTrouble } from '../../lifecycle/issuance-observation.ts';

const OBSERVED = {
  trouble: 'ca-trouble',
  refused: 'ca-refused',
  'order-lost': 'order-lost',
  'not-found': 'ca-trouble',
  'nothing-there': 'ca-trouble',
} as const satisfies Record<ProblemMeaning, string>;

/** Translates a CA's problem for the lifecycle: its effect on the order depends on the operation. */
export function classifyCaProblem(operation: AcmeOperation, problem: AcmeProblem): CaTrouble | CaRefusal | OrderLost {
  // A deactivated account gets `unauthorized` for a new order.
  const isDeactivated = operation === 'newOrder' && isProblem(problem, 'unauthorized');
  return {
    kind: OBSERVED[classifyProblem(operation, problem)],
    problem: isDeactivated ? { ...problem, isOfAccount: true } : problem,
  };
}

/**
 * The same for the order itself: the lifecycle counts how often it was not found. An answer without an ACME problem counts as
 * "not found" only if the CA works at this moment.
 */
export async function classifyOrderProblem(
  operation: AcmeOperation,
  problem: AcmeProblem,
  ca: Pick<CertificateAuthority, 'isServing'>,
): Promise<OrderTrouble> {
  const meaning = classifyProblem(operation, problem);
  const isNotFound = meaning === 'not-found' || (meaning === 'nothing-there' && (await ca.isServing()));
  return isNotFound ? { kind: 'order-not-found', problem } : classifyCaProblem(operation, problem);
}

/** For an order that can never become valid: the cause is in its challenge, or in the order itself. */
export async function invalidOrderObstacle(
  order: Order,
  authorizationUrl: string,
  ca: Pick<CertificateAuthority, 'getAuthorization'>,
): Promise<CaTrouble | CaRefusal | OrderLost> {
  const authorization = await ca.getAuthorization(authorizationUrl);
  const told = authorization.kind === 'ok' ? challengeProblem(authorization.value) : undefined;
  return classifyCaProblem('invalidOrder', told ?? describe(order.error, 'The order became invalid.'));
}

/** For an authorization that can never become valid. Its challenge has the cause. */
export function invalidAuthorizationObstacle(authorization: Authorization): CaTrouble | CaRefusal | OrderLost {
  return classifyCaProblem(
    'invalidOrder',
    challengeProblem(authorization) ?? malformedAnswer(`The authorization is ${authorization.status}.`),
  );
}

function challengeProblem({ challenges }: Authorization): AcmeProblem | undefined {
  const failed = challenges.find(({ error }) => error !== undefined);
  return failed?.error && acmeProblem(failed.error);
}

function describe(error: Order['error'], otherwise: string): AcmeProblem {
  return error === undefined ? malformedAnswer(otherwise) : acmeProblem(error);
}

/** True when the problem is the CA's own or concerns the service's account, not this one domain. */
export function isCaFault(problem: AcmeProblem): boolean {
  if (isOwnProblem(problem) || (problem.status ?? 0) >= 500 || isCertainFault(problem)) return true;
  return isProblem(problem, 'badNonce') || isProblem(problem, 'serverInternal');
}

/** True when every request would fail: the account is refused, or the CA shows a maintenance page to its health check. */
export function isCertainFault(problem: AcmeProblem): boolean {
  const isMaintenance = problem.type === WITHOUT_A_TYPE && problem.status === 404;
  return isMaintenance || refusesOurAccount(problem);
}

/** With a longer Retry-After than this, another CA goes first. */
const LONG_SECONDS = 3_600;

/**
 * True when the CA itself refuses this name, so that another CA may accept it: its policy, long limits, CAA records, or an
 * unsupported validation method.
 */
export function refusesThisName(problem: AcmeProblem): boolean {
  const isLimitedForLong = problem.isRateLimit === true && (problem.retryAfterSeconds ?? 0) >= LONG_SECONDS;
  return isLimitedForLong || isProblem(problem, 'rejectedIdentifier') || isProblem(problem, 'caa') || isNotOffered(problem);
}
