import type { DomainIn } from '../model/domains/domain-row.schema.ts';

// Our preflight asks from an address of AWS that we share with others: a firewall may refuse it and let the CA in. Only the CA can tell then.

/** One that fails may be a moment's; the third in a row, minutes later, is not. */
const FAILURES_UNTIL_TRIED = 3;
/** A CA allows five failed validations of a name in an hour. */
const BETWEEN_ORDERS_MS = 3_600_000;

/** The failures of the preflight with this one. More than matter are not counted, so that a look like the last is not written. */
export function withAnotherFailure({ preflightFailures = 0 }: { preflightFailures?: number | undefined }): number {
  return Math.min(preflightFailures + 1, FAILURES_UNTIL_TRIED);
}

/** Whether an order may be placed in spite of a preflight that has just failed, for a server that sees its own challenge path work. */
export function mayOrderUnproven({ issuance, orderedUnprovenAt }: DomainIn<'preparing'>, now: Date): boolean {
  if (withAnotherFailure(issuance) < FAILURES_UNTIL_TRIED) return false;
  return orderedUnprovenAt === undefined || now.getTime() - Date.parse(orderedUnprovenAt) >= BETWEEN_ORDERS_MS;
}
