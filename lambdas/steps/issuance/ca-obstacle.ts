import type { CertificateAuthority } from '../../acme/acme.gateway.ts';
import type { Authorization, Order } from '../../acme/answer.schema.ts';
import { acmeProblem } from '../../acme/answer.ts';
import {
  type AcmeOperation,
  type AcmeProblem,
  isNotOffered,
  isOwnProblem,
  isProblem,
  malformedAnswer,
  meaningOf,
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

/** A CA's problem in the lifecycle's terms: what it means for the order depends on the operation. */
export function caObstacle(operation: AcmeOperation, problem: AcmeProblem): CaTrouble | CaRefusal | OrderLost {
  // Where our account is deactivated, a new order is unauthorized.
  const isDeactivated = operation === 'newOrder' && isProblem(problem, 'unauthorized');
  return { kind: OBSERVED[meaningOf(operation, problem)], problem: isDeactivated ? { ...problem, isOfAccount: true } : problem };
}

/**
 * The same for the order itself: the lifecycle counts how often it was not found. An answer that is no ACME problem counts as
 * "not found" only if the CA serves at this moment.
 */
export async function orderObstacle(
  operation: AcmeOperation,
  problem: AcmeProblem,
  ca: Pick<CertificateAuthority, 'isServing'>,
): Promise<OrderTrouble> {
  const meaning = meaningOf(operation, problem);
  const isNotFound = meaning === 'not-found' || (meaning === 'nothing-there' && (await ca.isServing()));
  return isNotFound ? { kind: 'order-not-found', problem } : caObstacle(operation, problem);
}

/** An order that will never be valid: its challenge tells why, or the order itself. */
export async function spentOrder(
  order: Order,
  authorizationUrl: string,
  ca: Pick<CertificateAuthority, 'getAuthorization'>,
): Promise<CaTrouble | CaRefusal | OrderLost> {
  const authorization = await ca.getAuthorization(authorizationUrl);
  const told = authorization.kind === 'ok' ? challengeProblem(authorization.value) : undefined;
  return caObstacle('invalidOrder', told ?? describe(order.error, 'The order became invalid.'));
}

/** For an authorization that can never be valid. Its challenge has the reason. */
export function spentAuthorization(authorization: Authorization): CaTrouble | CaRefusal | OrderLost {
  return caObstacle(
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

/** Whether the trouble is the CA's own or concerns our account, not this one domain. */
export function isCaFault(problem: AcmeProblem): boolean {
  if (isOwnProblem(problem) || (problem.status ?? 0) >= 500 || isCertainFault(problem)) return true;
  return isProblem(problem, 'badNonce') || isProblem(problem, 'serverInternal');
}

/** Whether every request would fail: our account is refused, or the CA, which was checked, shows a maintenance page. */
export function isCertainFault(problem: AcmeProblem): boolean {
  const isMaintenance = problem.type === WITHOUT_A_TYPE && problem.status === 404;
  return isMaintenance || refusesOurAccount(problem);
}

/** A CA that is to be asked again only then has another before it. */
const LONG_SECONDS = 3_600;

/**
 * Whether the CA refuses this name for reasons of its own, so that another CA may not: its policy, long limits, CAA records, or
 * that it does not validate as this name is validated.
 */
export function refusesThisName(problem: AcmeProblem): boolean {
  const isLimitedForLong = problem.isRateLimit === true && (problem.retryAfterSeconds ?? 0) >= LONG_SECONDS;
  return isLimitedForLong || isProblem(problem, 'rejectedIdentifier') || isProblem(problem, 'caa') || isNotOffered(problem);
}
