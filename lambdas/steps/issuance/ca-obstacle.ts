import type { CertificateAuthority } from '../../acme/acme.gateway.ts';
import type { Authorization, Order } from '../../acme/answer.schema.ts';
import { acmeProblem } from '../../acme/answer.ts';
import {
  type AcmeOperation,
  type AcmeProblem,
  isOwnProblem,
  isProblem,
  malformedAnswer,
  meaningOf,
  type ProblemMeaning,
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

/** A problem as the lifecycle sees it: what it means for the order depends on the operation. */
export function caObstacle(operation: AcmeOperation, problem: AcmeProblem): CaTrouble | CaRefusal | OrderLost {
  return { kind: OBSERVED[meaningOf(operation, problem)], problem };
}

/**
 * The same about an order itself: the lifecycle counts how often it was not found. Without a word of ACME it was only if the CA
 * serves at this moment.
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

/** An authorization that will never be valid: its challenge tells why. */
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

/** Our account, or how we speak, is what the CA refuses: it would refuse every domain. */
const OF_OUR_ACCOUNT = [
  'accountDoesNotExist',
  'badPublicKey',
  'badSignatureAlgorithm',
  'externalAccountRequired',
  'invalidContact',
  'unsupportedContact',
  'userActionRequired',
] as const;

/** Whether trouble is the CA's own, or with our account there: nothing about the one domain. */
export function isCaFault(problem: AcmeProblem, isNewOrder: boolean): boolean {
  if (isOwnProblem(problem) || (problem.status ?? 0) >= 500 || isCertainFault(problem)) return true;
  const takesNoNonces = isProblem(problem, 'badNonce') || isProblem(problem, 'serverInternal');
  // An order that our account is refused, whatever it is for: it may be deactivated.
  return takesNoNonces || (isNewOrder && isProblem(problem, 'unauthorized'));
}

/**
 * It would be nobody's to be answered: our account is refused, or the CA, which was looked at, has a page of its maintenance for
 * all.
 */
export function isCertainFault(problem: AcmeProblem): boolean {
  const isMaintenance = problem.type === WITHOUT_A_TYPE && problem.status === 404;
  return isMaintenance || OF_OUR_ACCOUNT.some((name) => isProblem(problem, name));
}

/** A CA that is to be asked again only then has another before it. */
const LONG_SECONDS = 3_600;

/**
 * What a CA refuses one name for reasons of its own, where another may not: its policy, its limits for a long time, and what CAA
 * records say of it.
 */
export function refusesThisName(problem: AcmeProblem): boolean {
  const isLimitedForLong = problem.isRateLimit === true && (problem.retryAfterSeconds ?? 0) >= LONG_SECONDS;
  return isLimitedForLong || isProblem(problem, 'rejectedIdentifier') || isProblem(problem, 'caa');
}
