import type { Authorization, Order } from '../../acme/answer.schema.ts';
import type { CertificateAuthority } from '../../acme/certificate-authority.ts';
import type { AcmeProblem } from '../../acme/problem.ts';
import { type AcmeOperation, malformedAnswer, meaningOf, type ProblemMeaning } from '../../acme/problem.ts';
import { acmeProblem } from '../../acme/result.ts';
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
