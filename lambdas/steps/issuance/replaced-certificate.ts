import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import { failedInside } from './acme/acme-problem.ts';

/**
 * What the order names as the certificate that it replaces. What the CA failed at may be the certificate that was named: the order that
 * comes after such a failure names none.
 */
export function namedAsReplaced(
  { certificate, issuance }: Pick<DomainIn<'preparing' | 'ordering'>, 'certificate' | 'issuance'>,
  caName: string,
): string | undefined {
  return certificate?.ca !== caName || failedInside(issuance.lastAcmeError) ? undefined : certificate.ariId;
}
