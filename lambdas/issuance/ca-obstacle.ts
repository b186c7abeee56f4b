import type { AcmeProblem, CaRefusal, CaTrouble, OrderLost } from '../lifecycle/observation.ts';
import type { Authorization, Order } from './acme/acme-answer.schema.ts';
import { type AcmeOperation, malformedAnswer, type Verdict, verdictOn } from './acme/acme-problem.ts';
import { acmeProblem } from './acme/acme-result.ts';

const OBSERVED = { trouble: 'ca-trouble', refused: 'ca-refused', 'order-lost': 'order-lost' } as const satisfies Record<
  Verdict,
  string
>;

/** A problem as the lifecycle sees it: what it means for the order depends on what was asked. */
export function caObstacle(operation: AcmeOperation, problem: AcmeProblem): CaTrouble | CaRefusal | OrderLost {
  return { kind: OBSERVED[verdictOn(operation, problem)], problem };
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
