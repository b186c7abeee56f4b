import { isIP, isIPv4 } from 'node:net';
import { type DiagnosisCode, type DiagnosisReason, isValidationReason } from '../../../contract/api/error-codes.ts';
import { isAboveHostname } from '../../../contract/domain-name.ts';
import { causeOf, isUnanswered } from '../../../contract/view/view.ts';
import type { Diagnosis } from './diagnosis/diagnosis.schema.ts';
import type { ReportedStatus } from './diagnosis-of.ts';
import { hostInForm, targetInForm } from './dns-providers/record-in-form.ts';
import type { Domain, ShownDomain } from './domain-row.schema.ts';
import { validationName } from './validation.ts';

export interface CaaChange {
  action: 'add' | 'remove';
  name: string;
  /** In zone file format: `0 issue "ca.example"`. */
  value: string;
}

const CHANGE = /(?<action>add|remove) (?<name>\S+) CAA (?<value>\d+ \S+ ".*?")(?= and (?:add|remove) \S+ CAA |$)/g;
const RECORD = /^(?<name>\S+) CAA (?<value>.+)$/;

/** For use in a sentence. A single missing record is written alone: `customer.com CAA 0 issue "ca.example"`. */
export function caaChangesText(changes: readonly CaaChange[]): string {
  const [first] = changes;
  if (changes.length === 1 && first?.action === 'add') return recordText(first);
  return changes.map((change) => `${change.action} ${recordText(change)}`).join(' and ');
}

/** Parses the text of `caaChangesText`. Empty if it was cut. */
function caaChangesIn(text: string): CaaChange[] {
  const changes = [...text.matchAll(CHANGE)].map(({ groups }) => groups as unknown as CaaChange);
  if (caaChangesText(changes) === text) return changes.map(({ action, name, value }) => ({ action, name, value }));
  const { name, value } = RECORD.exec(text)?.groups ?? {};
  return name !== undefined && value !== undefined ? [{ action: 'add', name, value }] : [];
}

function recordText({ name, value }: CaaChange): string {
  return `${name} CAA ${value}`;
}

export interface RecordFix {
  action: 'add' | 'change' | 'remove';
  type: string;
  name: string;
  /** The name in the DNS provider's form. */
  host: string;
  /** The value in the provider's form. */
  value: string;
}
type Change = Omit<RecordFix, 'host'>;

/** `caaChangesText` with the names in the DNS provider's form. */
export function caaChangesInForm(records: readonly RecordFix[]): string | undefined {
  const changes = records.flatMap(({ action, type, name, host, value }) =>
    type === 'CAA' && action !== 'change' ? [{ action, name: host || name, value }] : [],
  );
  return changes.length > 0 ? caaChangesText(changes) : undefined;
}

/** Whether the CNAME record itself is the fix: it must be added, or the existing one changed. */
const CNAME_REMEDY: Record<DiagnosisCode, 'add' | 'change' | 'none'> = {
  cname_not_found: 'add',
  invalid_cname_target: 'change',
  dns_validation_timeout: 'none',
  proxied_dns: 'change',
  conflicting_records: 'add',
  hostname_claimed: 'change',
  ready_to_switch: 'add',
  ok: 'none',
  in_progress: 'none',
  dns_validation_failed: 'none',
  caa_forbids_issuance: 'none',
  challenge_unreachable: 'none',
  ca_rate_limited: 'none',
  certificate_request_failed: 'none',
  certificate_timeout: 'none',
  certificate_install_failed: 'none',
  server_not_connected: 'none',
  certificate_not_served: 'none',
  certificate_expired: 'none',
};
/** The observed values are addresses, which must be removed. */
const ADDRESSES_IN_THE_WAY: ReadonlySet<DiagnosisReason> = new Set<DiagnosisReason>([
  'address_instead',
  'record_beside_cname',
  'addresses_elsewhere',
  'ipv6_elsewhere',
]);
/** The observed value does not belong to a CNAME record of this name. */
const NOT_ITS_OWN: ReadonlySet<DiagnosisReason> = new Set<DiagnosisReason>([
  'address_instead',
  'txt_instead',
  'wildcard_answer',
  'doubled_name',
  'name_servers_differ',
  'domain_not_registered',
]);

/**
 * Replaces a diagnosis about the end of the window or the switch, which says nothing about the record, by the finding at the
 * record.
 */
export function withRecordFinding(diagnosis: Diagnosis): Diagnosis {
  const { code, observed } = diagnosis;
  if (code === 'ready_to_switch' && observed !== undefined)
    return isAddressList(observed)
      ? { ...diagnosis, code: 'cname_not_found', reason: 'address_instead' }
      : { ...diagnosis, code: 'invalid_cname_target' };
  const isWrong = isValueOfCname(diagnosis) && !isUnanswered(diagnosis.reason);
  return { ...diagnosis, code: causeOf(diagnosis, isWrong) as DiagnosisCode };
}

/** True for addresses, false for a CNAME target. */
export function isAddressList(observed: string | undefined): boolean {
  return isIP(observed?.split(', ')[0] ?? '') !== 0;
}

type Fixed = Pick<ShownDomain, 'url' | 'hosting' | 'cname' | 'validation' | 'dnsStatus'> & Pick<ReportedStatus, 'diagnosis'>;

/** Every change that corrects the hostname's records, in order; empty if the records are not the problem. */
export function recordFixes(domain: Fixed): RecordFix[] {
  return changesOf(domain).map(({ action, type, name, value }) => ({
    action,
    type,
    name,
    host: hostInForm(domain, name),
    value,
  }));
}

function changesOf(domain: Fixed): Change[] {
  const { url, cname, dnsStatus } = domain;
  const diagnosis = withRecordFinding(domain.diagnosis);
  const { code, reason, observed } = diagnosis;
  if (code === 'caa_forbids_issuance') return reason === 'caa_at_target' ? [] : caaFixes(observed);
  if (reason === 'domain_not_registered') return [];
  if (domain.validation && (code === 'in_progress' || isValidationReason(reason))) return validationFixes(domain);
  const removals = removalsOf(url, diagnosis);
  const remedy = remedyOf(code, reason, dnsStatus);
  if (reason === 'record_beside_cname' || (remedy === 'none' && reason !== 'chain_unanswered')) return removals;
  const isThere = (remedy === 'change' && !(reason && NOT_ITS_OWN.has(reason))) || isValueOfCname(diagnosis);
  // The form appends the zone to a value without a final dot.
  const value = reason === 'missing_dot' ? `${cname.target}.` : targetInForm(domain, cname.target);
  return [...removals, { action: isThere ? 'change' : 'add', type: 'CNAME', name: url, value }];
}

/** True when the validation record must be set first: before there is a certificate, the diagnosis of the zone is about it. */
export function isValidationFirst({
  validation,
  dnsStatus,
  sslStatus,
  diagnosis,
}: Fixed & Pick<ShownDomain, 'sslStatus'>): boolean {
  if (!validation || validation.state === 'ok') return false;
  const { code, reason } = withRecordFinding(diagnosis);
  if (isValidationReason(reason)) return true;
  const isOpen = dnsStatus !== 'validated' && sslStatus !== 'active';
  return isOpen && (code === 'in_progress' || code === 'dns_validation_failed');
}

/** The validation record comes first; the traffic CNAME follows once the server has the certificate. */
function validationFixes(domain: Fixed): Change[] {
  const { validation } = domain;
  if (!validation || validation.state === 'ok') return [];
  const { target, state, reason } = validation;
  const name = validationName(domain);
  const removals = removalsOf(name, validation);
  if (reason === 'record_beside_cname') return removals;
  const value = reason === 'missing_dot' ? `${target}.` : targetInForm(domain, target);
  const kept = copyWildcardFixes(domain.url, validation);
  return [...removals, ...kept, { action: state === 'wrong' ? 'change' : 'add', type: 'CNAME', name, value }];
}

/**
 * A wildcard above the hostname also routes its visitors until a name below it exists (RFC 4592, section 2.2.2): so the hostname
 * first gets a copy of the wildcard's records.
 */
function copyWildcardFixes(url: string, { reason, observed = '' }: Pick<Diagnosis, 'reason' | 'observed'>): Change[] {
  const [wildcard = '', type = '', value] = observed.split(/ (CNAME|A|AAAA) /);
  if (reason !== 'wildcard_answer' || value === undefined || !isAboveHostname(wildcard, url)) return [];
  if (type === 'CNAME') return [{ action: 'add', type, name: url, value }];
  return value.split(', ').map((address) => ({ action: 'add', type: typeOfAddress(address), name: url, value: address }));
}

/** Records in place of the required one, or beside it, that must be removed. */
function removalsOf(url: string, { reason, observed }: Pick<Diagnosis, 'reason' | 'observed'>): Change[] {
  if (reason === 'doubled_name') return doubledCname(observed);
  if (observed === undefined || reason === undefined) return [];
  if (reason === 'txt_instead') return [{ action: 'remove', type: 'TXT', name: url, value: observed }];
  const [, servers] = observed.split(`${url} NS `);
  if (servers !== undefined) return servers.split(', ').map((value) => ({ action: 'remove', type: 'NS', name: url, value }));
  const inTheWay = ADDRESSES_IN_THE_WAY.has(reason) ? observed.split(', ').filter(Boolean) : [];
  return inTheWay.map((value) => ({ action: 'remove', type: typeOfAddress(value), name: url, value }));
}

function typeOfAddress(address: string): 'A' | 'AAAA' {
  return isIPv4(address) ? 'A' : 'AAAA';
}

function remedyOf(code: DiagnosisCode, reason: DiagnosisReason | undefined, dnsStatus: Domain['dnsStatus']) {
  if (reason === 'former_server') return 'change';
  // No check has run yet, so the record itself is the advice.
  if (code === 'in_progress' && reason === undefined && dnsStatus === 'pending') return 'add';
  return CNAME_REMEDY[code];
}

/** True when the observed value is the target of the hostname's CNAME record. */
function isValueOfCname({ reason, observed }: Pick<Diagnosis, 'reason' | 'observed'>): boolean {
  return observed !== undefined && !(reason && NOT_ITS_OWN.has(reason));
}

/** The record as observed, `shop.customer.com.customer.com CNAME target.example`. */
function doubledCname(observed = ''): Change[] {
  const [name = '', value] = observed.split(' CNAME ');
  return value === undefined ? [] : [{ action: 'remove', type: 'CNAME', name, value }];
}

function caaFixes(observed = ''): Change[] {
  return caaChangesIn(observed).map(({ action, name, value }) => ({ action, type: 'CAA', name, value }));
}
