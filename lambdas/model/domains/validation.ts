import { isWildcard, wildcardBaseOf } from '../../../contract/domain-name.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { Domain, Validation } from './domain-row.schema.ts';

/**
 * Where a CA looks for the DNS proof of a hostname (RFC 8555, section 8.4; draft-ietf-acme-dns-persist, section 4). A wildcard
 * uses the name of its base.
 */
export function validationName({ url, validation }: Pick<Domain, 'url' | 'validation'>): string {
  return `${validation?.stands ? '_validation-persist' : '_acme-challenge'}.${wildcardBaseOf(url)}`;
}

/** The location of the proof of a domain with DNS validation. */
export function proofOf({ id: domainId, organizationId, validation }: Pick<Domain, 'id' | 'organizationId' | 'validation'>): {
  label: string;
  organizationId: string;
  domainId: number;
} {
  const [label] = validation?.target.split('.') ?? [];
  if (label === undefined) throw new Error('only a domain that is validated by DNS has a label for its proof');
  return { label, organizationId, domainId };
}

/**
 * True when its next order writes a proof into the validation zone. A persistent one was written by the order of the current
 * certificate.
 */
export function needsNewProof({ validation, served }: Pick<Domain, 'validation' | 'served'>): boolean {
  return validation !== undefined && !(validation.stands && served);
}

/**
 * With DNS validation, a certificate needs no traffic. While the traffic leads elsewhere, the certificate is checked at its
 * server.
 */
export function isAheadOfTraffic({ validation, dnsStatus }: Pick<Domain, 'validation' | 'dnsStatus'>): boolean {
  return validation !== undefined && dnsStatus !== 'validated';
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const LABEL_DIGITS = 26;

/**
 * The validation record for a new domain, with the stage's current name. A wildcard gets the one that is written for each order.
 */
export function newValidation(
  organizationId: string,
  hostname: string,
  ports: { serviceSecret: ServiceSecret; validationZone: string; validationRecord?: Settings['validationRecord'] },
): Validation {
  const stands = ports.validationRecord === 'validation-persist' && !isWildcard(hostname);
  // A persistent record has its own label, so that no order ever waits for it.
  const name = stands ? `_validation-persist.${hostname}` : wildcardBaseOf(hostname);
  const target = validationTarget(organizationId, name, ports);
  return { target, state: 'missing', ...(stands && { stands }) };
}

/**
 * The target of the validation CNAME: 130 bits that nobody else can know. It is the same for the same organization and name, so
 * that an existing record works again after the domain was deleted and recreated. A wildcard shares it with its base: both have
 * one such record.
 */
function validationTarget(
  organizationId: string,
  name: string,
  { serviceSecret, validationZone }: { serviceSecret: ServiceSecret; validationZone: string },
): string {
  const bytes = serviceSecret.sign('validation-label', `${organizationId} ${name}`);
  const label = Array.from(bytes.subarray(0, LABEL_DIGITS), (byte) => BASE32[byte & 31]).join('');
  return `${label}.${validationZone}`;
}
