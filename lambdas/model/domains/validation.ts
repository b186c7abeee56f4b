import { baseOf, isWildcard } from '../../../contract/domain-name.ts';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { Domain, Validation } from './domain-row.schema.ts';

/**
 * At which a CA looks for the proof of a hostname in DNS (RFC 8555, section 8.4; draft-ietf-acme-dns-persist, section 4): of a
 * wildcard at the same as of its base.
 */
export function validationName({ url, validation }: Pick<Domain, 'url' | 'validation'>): string {
  return `${validation?.stands ? '_validation-persist' : '_acme-challenge'}.${baseOf(url)}`;
}

/** Where the proof of a domain lies that is validated by DNS. */
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
 * Whether its next order writes a proof into the validation zone. One that stands was written by the order of the present
 * certificate.
 */
export function needsNewProof({ validation, served }: Pick<Domain, 'validation' | 'served'>): boolean {
  return validation !== undefined && !(validation.stands && served);
}

/** Validated by DNS, its certificate needs no traffic. Where that leads elsewhere, it is looked for at its server. */
export function isAheadOfTraffic({ validation, dnsStatus }: Pick<Domain, 'validation' | 'dnsStatus'>): boolean {
  return validation !== undefined && dnsStatus !== 'validated';
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const LABEL_DIGITS = 26;

/**
 * The record that a domain is told whose hostname is to be validated by DNS: by the name that the stage has now. A
 * wildcard has the one that is written for each order.
 */
export function newValidation(
  organizationId: string,
  hostname: string,
  ports: { serviceSecret: ServiceSecret; validationZone: string; validationRecord?: Settings['validationRecord'] },
): Validation {
  const stands = ports.validationRecord === 'validation-persist' && !isWildcard(hostname);
  // One that stands has a label of its own, so that no order ever waits for it.
  const name = stands ? `_validation-persist.${hostname}` : baseOf(hostname);
  const target = validationTarget(organizationId, name, ports);
  return { target, state: 'missing', ...(stands && { stands }) };
}

/**
 * Where the record leads by which a hostname is validated: 130 bits that nobody else can know. The same for the same organization
 * and name, so that a record that was set once is right again after the domain was deleted and created anew. A wildcard shares
 * it with its base: both have one such record.
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
