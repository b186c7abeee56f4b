import { failedInside } from '../../acme/problem.ts';
import type { Slots } from '../../lifecycle/ca-budget/offer-slot.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';

type Requesting = Pick<DomainIn<'preparing' | 'ordering'>, 'certificate' | 'issuance'>;

/** The CA may count no order that names the certificate which it replaces: such a one passes by all who wait. */
export function needsNoSlot(
  domain: Requesting,
  { exemptsReplacements }: Pick<Slots, 'exemptsReplacements'>,
  caName: string,
): boolean {
  return exemptsReplacements && namedAsReplaced(domain, caName) !== undefined;
}

/**
 * What the order names as the certificate that it replaces. What the CA failed at may be the certificate that was named: the order that
 * comes after such a failure names none.
 */
export function namedAsReplaced({ certificate, issuance }: Requesting, caName: string): string | undefined {
  return certificate?.ca !== caName || failedInside(issuance.lastAcmeError) ? undefined : certificate.ariId;
}
