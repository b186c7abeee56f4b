// @peculiar/x509 needs this import's additions to `Reflect` when it loads.
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { AuthorityKeyIdentifierExtension, X509Certificate as CertificateOfExtensions } from '@peculiar/x509';
import { leafFactsOf, leafPemOf } from '../../../contract/certificate-text.ts';
import { nameToQuery } from '../../../contract/domain-name.ts';
import { isCaInternalError } from '../../acme/problem.ts';
import type { Slots } from '../../ca-limits/offer-slot.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import type { CertificateFacts } from '../../model/domains/issuance.schema.ts';

/** The CA's parsed chain; `wrong` says why it does not match the order. */
export type ReadChain = { kind: 'read'; facts: CertificateFacts } | { kind: 'wrong'; reason: string };

/** The leaf of a PEM chain, if it matches this hostname and this request's key. `caName` is stored with its facts. */
export function readChain(chainPem: string, ordered: { hostname: string; csr: string; caName: string }): ReadChain {
  const leaf = leafOf(chainPem);
  if (!leaf) return { kind: 'wrong', reason: 'it holds no certificate' };
  if (leaf.checkHost(nameToQuery(ordered.hostname, new Date(0)), { subject: 'never' }) === undefined)
    return { kind: 'wrong', reason: 'it is for another hostname' };
  if (!isForKeyOf(ordered.csr, leaf)) return { kind: 'wrong', reason: 'it is for another key' };
  return { kind: 'read', facts: factsOf(leaf, ordered.caName) };
}

function leafOf(chainPem: string): X509Certificate | undefined {
  const pem = leafPemOf(chainPem);
  try {
    return pem === undefined ? undefined : new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** A CSR contains the same SubjectPublicKeyInfo, byte for byte, as the certificate: both are DER. */
function isForKeyOf(csr: string, leaf: X509Certificate): boolean {
  return derOfPem(csr).includes(leaf.publicKey.export({ type: 'spki', format: 'der' }));
}

function factsOf(leaf: X509Certificate, ca: string): CertificateFacts {
  const ariId = ariIdOf(leaf.raw);
  return {
    ...leafFactsOf(leaf),
    ca,
    ...(ariId !== undefined && { ariId }),
  };
}

/**
 * A certificate's identifier in ARI: its issuer's key and its serial number, both base64url (RFC 9773, section 4.1). Undefined if
 * it does not name the former.
 */
export function ariIdOf(der: Uint8Array<ArrayBuffer>): string | undefined {
  const certificate = new CertificateOfExtensions(der);
  const issuerKey = certificate.getExtension(AuthorityKeyIdentifierExtension)?.keyId;
  return issuerKey === undefined ? undefined : `${base64url(issuerKey)}.${base64url(derInteger(certificate.serialNumber))}`;
}

/** DER encodes a positive number whose first bit is set with a leading zero. */
function derInteger(hex: string): string {
  return /^[89a-f]/i.test(hex) ? `00${hex}` : hex;
}

function base64url(hex: string): string {
  return Buffer.from(hex, 'hex').toString('base64url');
}

/** The DER of a PEM, as the CA requires it (RFC 8555, section 7.4) and for byte comparison. */
export function derOfPem(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[A-Z ]+-----/g, ''), 'base64');
}

type Requesting = Pick<DomainIn<'preparing' | 'ordering'>, 'served' | 'issuance'>;

/** True when the CA exempts the order because it names the certificate it replaces: it then skips the queue. */
export function needsNoSlot(
  domain: Requesting,
  { exemptsReplacements }: Pick<Slots, 'exemptsReplacements'>,
  caName: string,
): boolean {
  return exemptsReplacements && replacedAriId(domain, caName) !== undefined;
}

/** The certificate that the order names as replaced. After a failure that this may have caused, the next order names none. */
export function replacedAriId({ served, issuance }: Requesting, caName: string): string | undefined {
  return served?.certificate.ca !== caName || isCaInternalError(issuance.lastAcmeError) ? undefined : served.certificate.ariId;
}
