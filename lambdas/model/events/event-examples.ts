import type { EventName } from '../../../contract/api/events.ts';
import { timeDigitsAt } from '../../shared/ids/id-formats.ts';
import { eventBody } from '../../shared/outbox/outbox.schema.ts';
import type { Finding } from '../domains/diagnosis/conditions.ts';
import type { ConditionType, DomainError, ObservedCondition } from '../domains/diagnosis/diagnosis.schema.ts';
import { domainResource } from '../domains/domain-resource.ts';
import type { ShownDomain } from '../domains/domain-row.schema.ts';
import {
  ACTIVE_DOMAIN,
  ACTIVE_ROW,
  PENDING_DOMAIN,
  PENDING_ROW,
  TRANSFER_REQUESTED_DOMAIN,
  TRANSFERRED_DOMAIN,
} from './domain-examples.ts';
import { KEY, MACHINE, SERVER } from './server-examples.ts';

const AT = ACTIVE_ROW.updatedAt;
const { url, cname } = ACTIVE_ROW;
const expiredAt = ACTIVE_ROW.served.certificate.notAfter;
export const EXAMPLE_WEBHOOK_ID = 118_271_623_110_657;
const WEBHOOK = {
  id: EXAMPLE_WEBHOOK_ID,
  livemode: true,
  url: 'https://hooks.integrator.com/certificates',
  events: ['*'],
  status: 'active',
  created_at: '2026-11-02T14:03:55.120Z',
  updated_at: AT,
};

/** The change of a row by an event. domainResource generates the texts, as in the service. */
function rowWith(type: ConditionType, finding: Finding, error?: DomainError): Partial<ShownDomain> {
  const condition: ObservedCondition = {
    since: AT,
    times: 1,
    found: { ...finding, evidence: [], checkedAt: AT },
    ...(error && { error }),
  };
  return { updatedAt: AT, conditions: { [type]: condition } };
}

const ACME_ERROR = 'urn:ietf:params:acme:error:caa: CAA record for customer.com prevents issuance';
const REFUSED = rowWith(
  'failure',
  { code: 'certificate_request_failed', observed: ACME_ERROR },
  { code: 'certificate_request_failed', details: { domain: url, acme_error: ACME_ERROR } },
);
const VALIDATED_ROW: ShownDomain = {
  ...PENDING_ROW,
  updatedAt: AT,
  allClear: { evidence: [], checkedAt: AT },
  dnsStatus: 'validated',
};
const VALIDATED = domainResource(VALIDATED_ROW);
const TIMED_OUT = domainResource({
  ...PENDING_ROW,
  phase: 'failed',
  ...rowWith(
    'failure',
    { code: 'dns_validation_timeout' },
    {
      code: 'dns_validation_timeout',
      details: { domain: url, started_at: PENDING_ROW.createdAt, timed_out_at: '2026-11-22T09:30:02.117Z' },
    },
  ),
  dnsStatus: 'error',
  updatedAt: '2026-11-22T09:30:02.117Z',
});
const DNS_GONE = domainResource({
  ...ACTIVE_ROW,
  phase: 'active',
  ...rowWith(
    'cname',
    { code: 'cname_not_found' },
    { code: 'cname_not_found', details: { domain: url, expected_target: cname.target } },
  ),
  dnsStatus: 'error',
});
const EXPIRED = domainResource({
  ...ACTIVE_ROW,
  phase: 'failed',
  ...rowWith(
    'expiry',
    { code: 'certificate_expired' },
    { code: 'certificate_expired', details: { domain: url, expired_at: expiredAt } },
  ),
  sslStatus: 'error',
  updatedAt: '2027-02-19T09:00:03.511Z',
});
const FAILED = domainResource({ ...VALIDATED_ROW, phase: 'failed', ...REFUSED, sslStatus: 'error' });
const AT_RISK = domainResource({ ...ACTIVE_ROW, phase: 'preparing', ...rowWith('obstacle', { code: 'challenge_unreachable' }) });
const NOT_RENEWED = domainResource({ ...ACTIVE_ROW, phase: 'active', ...REFUSED });

interface Shown {
  id: number;
  updated_at: string;
  [field: string]: unknown;
}
type Subject =
  | { domain: Shown }
  | { webhook: Shown }
  | { api_key: typeof KEY; leak?: object }
  | { machine?: typeof MACHINE; server: typeof SERVER; silent_machines?: (typeof MACHINE)[] };

const OF_MACHINE = { machine: MACHINE, server: SERVER };
const SUBJECTS: Record<EventName, Subject> = {
  'domain.created': { domain: PENDING_DOMAIN },
  'domain.updated': { domain: ACTIVE_DOMAIN },
  'domain.deleted': { domain: ACTIVE_DOMAIN },
  'domain.validated': { domain: VALIDATED },
  'domain.validation_failed': { domain: TIMED_OUT },
  'domain.dns_changed': { domain: DNS_GONE },
  'domain.dns_restored': { domain: ACTIVE_DOMAIN },
  'domain.transfer_requested': { domain: TRANSFER_REQUESTED_DOMAIN },
  'domain.transferred': { domain: TRANSFERRED_DOMAIN },
  'certificate.requested': { domain: VALIDATED },
  'certificate.installed': { domain: ACTIVE_DOMAIN },
  'certificate.issued': { domain: ACTIVE_DOMAIN },
  'certificate.renewed': { domain: ACTIVE_DOMAIN },
  'certificate.failed': { domain: FAILED },
  'certificate.at_risk': { domain: AT_RISK },
  'certificate.renewal_failed': { domain: NOT_RENEWED },
  'certificate.expiring': { domain: NOT_RENEWED },
  'certificate.expired': { domain: EXPIRED },
  'certificate.revoked': { domain: ACTIVE_DOMAIN },
  'machine.enrolled': OF_MACHINE,
  'machine.keys_rotated': OF_MACHINE,
  'machine.revoked': OF_MACHINE,
  'server.offline': { server: { ...SERVER, status: 'offline' }, silent_machines: [MACHINE] },
  'server.online': { server: SERVER, silent_machines: [] },
  'api_key.expiring': { api_key: KEY },
  'api_key.expired': { api_key: { ...KEY, expires_at: AT } },
  'api_key.leaked': {
    api_key: KEY,
    leak: { reporter: 'github', ended: 'key', url: 'https://github.com/octocat/Hello-World/blob/main/.env' },
  },
  'webhook.disabled': { webhook: { ...WEBHOOK, status: 'disabled', disabled: { at: AT, because: 'gone' } } },
  'webhook.test': { webhook: WEBHOOK },
};

/** The id of an event created at this time: event ids contain their time, and the service relies on it. */
export function exampleEventId(createdAt: string): string {
  return `evt_${timeDigitsAt(new Date(createdAt))}4W1X7M2N5P6R9S0V`;
}

interface EventExample {
  id: string;
  event: EventName;
  livemode: boolean;
  /** Absent if the event is not about a domain. */
  domain_id?: number;
  created_at: string;
  data: Subject;
}

/** The body of one delivery, built as real ones are. */
export function eventExample(event: EventName): EventExample {
  const data = SUBJECTS[event];
  const domainId = 'domain' in data ? data.domain.id : undefined;
  const createdAt = 'domain' in data ? data.domain.updated_at : AT;
  return JSON.parse(eventBody({ id: exampleEventId(createdAt), event, livemode: true, domainId, createdAt, data }));
}
