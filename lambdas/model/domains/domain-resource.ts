import { domainToUnicode } from 'node:url';
import { isValidationReason } from '../../../contract/api/error-codes.ts';
import { livemodeOf } from '../accounts/tenant.ts';
import { pendingTransfer } from './claim.ts';
import { diagnosisOf, type ReportedStatus, renewalOf, statusSummary } from './diagnosis-of.ts';
import { type CheckTimes, diagnosisResource, errorResource, recordToSet } from './diagnosis-resource.ts';
import type { DnsProvider } from './dns-providers/dns-providers.ts';
import { dnsProviderOf, hostInForm } from './dns-providers/record-in-form.ts';
import type { Revocation, ShownDomain, Transfer, Validation } from './domain-row.schema.ts';
import { errorOfDiagnosis } from './error-of-diagnosis.ts';
import type { CertificateFacts } from './issuance.schema.ts';
import { withRecordFinding } from './record-fixes.ts';
import { isReplaced } from './revocation.ts';
import { validationName } from './validation.ts';

export type CnameState = 'missing' | 'wrong' | 'former' | 'ok';

/**
 * The state of the CNAME record according to checks: `missing` until a check sees it, `ok` from then on until a check sees that
 * it is gone. While the domain moves it is `former`: it leads to the old server, and works. A check without an answer changes
 * nothing; the diagnosis then says that the state is unknown.
 */
export function cnameState({
  dnsStatus,
  move,
  diagnosis,
}: Pick<ShownDomain, 'dnsStatus' | 'move'> & Pick<ReportedStatus, 'diagnosis'>): CnameState {
  const { code, reason } = withRecordFinding(diagnosis);
  if (isValidationReason(reason)) return dnsStatus === 'validated' ? 'ok' : 'missing';
  switch (code) {
    case 'cname_not_found':
      return 'missing';
    case 'invalid_cname_target':
    case 'conflicting_records':
      return 'wrong';
    default:
      if (dnsStatus === 'validated') return move ? 'former' : 'ok';
      return reason === 'negative_cache' ? 'ok' : 'missing';
  }
}

/** In seconds. Providers' forms suggest it, and it is short enough to correct a mistake within the hour. */
const SUGGESTED_TTL = 300;

/**
 * The domain as the API and events show it, at its last change unless `now` is given. Fields that do not apply are absent.
 * Without `checks` (lists and events have only `ShownDomain`), the last change of the finding counts as the check, and the next
 * check is absent.
 */
export function domainResource(shown: ShownDomain, checks?: CheckTimes, now = new Date(shown.updatedAt)) {
  const said = diagnosisOf(shown);
  const domain = { ...shown, ...said };
  const { served } = domain;
  const renewal = renewalOf(domain);
  const provider = dnsProviderOf(domain.hosting.provider);
  const diagnosis = diagnosisResource(domain, {
    ...(checks ?? { checkedAt: said.diagnosis.checkedAt }),
    since: statusSummary(shown).since,
  });
  const error = domainErrorResource(domain, diagnosis);
  const setup = setupResource(domain, diagnosis);
  const transfer = pendingTransfer(domain, now);
  return {
    id: domain.id,
    livemode: livemodeOf(domain.organizationId),
    url: domain.url,
    ...readableName(domain.url),
    dns_status: domain.dnsStatus,
    ssl_status: domain.sslStatus,
    server_id: domain.serverId,
    send_notifications: domain.sendNotifications,
    metadata: domain.metadata,
    cname_target: domain.cname.target,
    created_at: domain.createdAt,
    updated_at: domain.updatedAt,
    ...(domain.validation && { validation: 'dns' }),
    dns_records: [...(domain.validation ? [validationRecord(domain, domain.validation)] : []), cnameRecord(domain)],
    ...(provider && { dns_provider: providerResource(provider) }),
    ...(setup && { dns_setup: setup }),
    diagnosis,
    ...(error && { error }),
    ...(served && { renews_on: served.renewAt.slice(0, 'YYYY-MM-DD'.length), last_renewed: served.since }),
    ...(served && { expires_at: served.certificate.notAfter, certificate: certificateResource(served.certificate) }),
    ...(domain.move && { move: { from_server_id: domain.move.fromServerId, state: domain.move.state } }),
    ...(renewal && { renewal }),
    ...(domain.revocation && { revocation: revocationResource(domain, domain.revocation) }),
    ...(transfer && { transfer: transferResource(transfer) }),
  };
}
export type DomainResource = ReturnType<typeof domainResource>;

/** The error that was found, or that of the diagnosis. */
function domainErrorResource(domain: ShownDomain & ReportedStatus, { summary }: ReturnType<typeof diagnosisResource>) {
  const { code, observed } = withRecordFinding(domain.diagnosis);
  const error = domain.error ?? errorOfDiagnosis(code, { ...domain, summary, observed });
  if (!error) return;
  const hasOwnWords = domain.error !== undefined || error.code === 'cname_not_found' || error.code === 'invalid_cname_target';
  return hasOwnWords ? errorResource(error) : { ...error, message: summary };
}

/** The internationalized form of the name (UTS 46). Absent for an ASCII name. */
function readableName(url: string): { url_unicode?: string } {
  const unicode = domainToUnicode(url);
  return unicode === '' || unicode === url ? {} : { url_unicode: unicode };
}

type Pictured = Pick<ShownDomain, 'url' | 'hosting' | 'cname' | 'dnsStatus' | 'move'> & Pick<ReportedStatus, 'diagnosis'>;

export function cnameRecord(domain: Pictured) {
  const state = cnameState(domain);
  const observed = observedTarget(domain, state);
  return {
    type: 'CNAME',
    name: domain.url,
    host: hostInForm(domain),
    value: domain.cname.target,
    ttl: SUGGESTED_TTL,
    purpose: 'routing',
    state,
    ...(observed !== undefined && { observed }),
  };
}

/** The validation record, set once before the traffic CNAME. */
function validationRecord(domain: ShownDomain, { target, state, observed }: Validation) {
  const name = validationName(domain);
  return {
    type: 'CNAME',
    name,
    host: hostInForm(domain, name),
    value: target,
    ttl: SUGGESTED_TTL,
    purpose: 'validation',
    state,
    ...(state === 'wrong' && observed !== undefined && { observed }),
  };
}

function observedTarget({ diagnosis, move }: Pictured, state: CnameState): string | undefined {
  const { code, reason, observed } = withRecordFinding(diagnosis);
  if (isValidationReason(reason)) return undefined;
  if (code === 'invalid_cname_target' || reason === 'former_server') return observed;
  return state === 'former' ? move?.fromCnameTarget : undefined;
}

export function providerResource({ name, url, path, fields, wantsFullName, appendsZone, proxySwitch }: DnsProvider) {
  const form = {
    ...fields,
    ...(wantsFullName !== undefined && { full_name: wantsFullName }),
    ...(appendsZone !== undefined && { appends_zone: appendsZone }),
    ...(proxySwitch !== undefined && { has_proxy: proxySwitch !== false }),
    ...(proxySwitch && { proxy_switch: proxySwitch }),
  };
  return {
    name,
    ...(url !== undefined && { url }),
    ...(path && { path: [...path] }),
    ...(Object.keys(form).length > 0 && { form }),
  };
}

/** Only while the owner must set the record, and for the same target that the fix shows. */
function setupResource(domain: ShownDomain & ReportedStatus, { actor, fix }: ReturnType<typeof diagnosisResource>) {
  const { dnsStatus, hosting } = domain;
  const { provider, url, cnameTarget } = hosting.setup ?? {};
  if (provider === undefined || url === undefined || cnameTarget !== recordToSet(domain).target) return;
  if (dnsStatus === 'validated' || actor !== 'customer' || fix.records.length === 0) return;
  return { type: 'domain_connect', provider, url };
}

function revocationResource(domain: ShownDomain, { reason, requestedAt, serialNumber, acmeError }: Revocation) {
  return {
    reason,
    requested_at: requestedAt,
    serial_number: serialNumber,
    state: isReplaced(domain) ? 'revoking' : 'renewing',
    ...(acmeError !== undefined && { acme_error: acmeError }),
  };
}

/** Fields for both organizations. Neither learns which one the other is. */
export function transferResource({ requestedAt, until, endsAt, refused, completedAt }: Transfer) {
  const pending = refused ? 'refused' : 'requested';
  return {
    state: completedAt ? 'completed' : pending,
    requested_at: requestedAt,
    until,
    ends_at: endsAt,
    ...(refused && { refused_at: refused.at, reason: refused.reason }),
  };
}

function certificateResource(certificate: CertificateFacts) {
  return {
    serial_number: certificate.serialNumber,
    issuer: certificate.issuer,
    not_before: certificate.notBefore,
    not_after: certificate.notAfter,
    fingerprint_sha256: certificate.fingerprintSha256,
    key_type: certificate.keyType,
    ca: certificate.ca,
  };
}
