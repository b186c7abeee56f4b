import { isIPv4 } from 'node:net';
import type { DiagnosisCode, DiagnosisReason } from '../../shared/contract/error-codes.ts';
import { caaChangesIn } from './caa-changes.ts';
import type { Diagnosis } from './diagnosis/diagnosis.schema.ts';
import type { Domain } from './domain-row.schema.ts';

/** One change to the customer's DNS. */
export interface RecordFix {
  action: 'add' | 'change' | 'remove';
  type: string;
  name: string;
  value: string;
}

/** Codes whose remedy is the CNAME record itself. */
const CNAME_IS_THE_FIX: ReadonlySet<DiagnosisCode> = new Set<DiagnosisCode>([
  'cname_not_found',
  'invalid_cname_target',
  'dns_validation_timeout',
  'proxied_dns',
  'conflicting_records',
  'hostname_claimed',
]);
const ALREADY_THERE: ReadonlySet<DiagnosisCode> = new Set<DiagnosisCode>([
  'invalid_cname_target',
  'proxied_dns',
  'hostname_claimed',
]);
/** What was observed are addresses, which have to go. */
const ADDRESSES_IN_THE_WAY: ReadonlySet<DiagnosisReason> = new Set<DiagnosisReason>([
  'address_instead',
  'record_beside_cname',
  'addresses_elsewhere',
  'ipv6_elsewhere',
]);
/** What was observed is no value of a CNAME record of this name. */
const NOT_ITS_OWN: ReadonlySet<DiagnosisReason> = new Set<DiagnosisReason>([
  'address_instead',
  'wildcard_answer',
  'doubled_name',
  'name_servers_differ',
  'domain_not_registered',
]);

/** Every change that makes the hostname's records right, one after the other; none where its records are not the trouble. */
export function recordFixes({ url, cnameTarget, diagnosis }: Pick<Domain, 'url' | 'cnameTarget' | 'diagnosis'>): RecordFix[] {
  const { code, reason, observed } = diagnosis;
  if (code === 'caa_forbids_issuance') return reason === 'caa_at_target' ? [] : caaFixes(observed);
  if (reason === 'domain_not_registered') return [];
  const inTheWay = reason && ADDRESSES_IN_THE_WAY.has(reason) ? (observed ?? '').split(', ').filter(Boolean) : [];
  const removals = inTheWay.map(
    (value): RecordFix => ({ action: 'remove', type: isIPv4(value) ? 'A' : 'AAAA', name: url, value }),
  );
  if (reason === 'doubled_name') removals.push(...doubledCname(observed));
  if (reason === 'record_beside_cname' || !(CNAME_IS_THE_FIX.has(code) || reason === 'chain_unanswered')) return removals;
  const isThere = (ALREADY_THERE.has(code) && !(reason && NOT_ITS_OWN.has(reason))) || isValueOfCname(diagnosis);
  return [...removals, { action: isThere ? 'change' : 'add', type: 'CNAME', name: url, value: cnameTarget }];
}

/** Whether what was observed is where the hostname's CNAME record leads. */
export function isValueOfCname({ reason, observed }: Pick<Diagnosis, 'reason' | 'observed'>): boolean {
  return observed !== undefined && !(reason && NOT_ITS_OWN.has(reason));
}

/** The record as it was observed, `shop.customer.com.customer.com CNAME target.example`. Rows of earlier releases have its name alone. */
function doubledCname(observed = ''): RecordFix[] {
  const [name = '', value] = observed.split(' CNAME ');
  return value === undefined ? [] : [{ action: 'remove', type: 'CNAME', name, value }];
}

function caaFixes(observed = ''): RecordFix[] {
  return caaChangesIn(observed).map(({ action, name, value }) => ({ action, type: 'CAA', name, value }));
}
