import type { EventName } from '../../shared/contract/events.ts';
import { timeDigitsAt } from '../../shared/ids/ulid.ts';
import { eventBody } from '../../shared/outbox/event-body.ts';
import { diagnosisResource, errorResource } from '../domains/diagnosis-resource.ts';
import type { Diagnosis, DomainError } from '../domains/domain-row.schema.ts';
import { ACTIVE_DOMAIN, PENDING_DOMAIN } from './domain-examples.ts';

const AT = '2026-11-21T09:41:12.900Z';
const { url, cname_target: target, expires_at: expiresAt } = ACTIVE_DOMAIN;
/** Of the webhook in the examples. */
export const EXAMPLE_WEBHOOK_ID = 118_271_623_110_657;
const WEBHOOK = {
  id: EXAMPLE_WEBHOOK_ID,
  url: 'https://hooks.integrator.com/certificates',
  events: ['*'],
  status: 'active',
  created_at: '2026-11-02T14:03:55.120Z',
  updated_at: AT,
};

/** How a domain stands, in the words of the service. */
function said(diagnosis: Omit<Diagnosis, 'evidence'>, error?: DomainError) {
  const verdict = diagnosisResource({ url, cnameTarget: target, diagnosis: { ...diagnosis, evidence: [], checkedAt: AT } });
  return { updated_at: AT, diagnosis: verdict, ...(error && { error: errorResource(error) }) };
}

const ACME_ERROR = 'urn:ietf:params:acme:error:caa: CAA record for customer.com prevents issuance';
const REFUSED = said(
  { code: 'certificate_request_failed', observed: ACME_ERROR },
  { code: 'certificate_request_failed', details: { domain: url, acme_error: ACME_ERROR } },
);
const VALIDATED = {
  ...PENDING_DOMAIN,
  ...said({ code: 'in_progress' }),
  dns_status: 'validated',
  dns_records: ACTIVE_DOMAIN.dns_records,
};
const TIMED_OUT = {
  ...PENDING_DOMAIN,
  ...said(
    { code: 'dns_validation_timeout' },
    {
      code: 'dns_validation_timeout',
      details: { domain: url, started_at: PENDING_DOMAIN.created_at, timed_out_at: '2026-11-22T09:30:02.117Z' },
    },
  ),
  dns_status: 'error',
  updated_at: '2026-11-22T09:30:02.117Z',
};
const DNS_GONE = {
  ...ACTIVE_DOMAIN,
  ...said({ code: 'cname_not_found' }, { code: 'cname_not_found', details: { domain: url, expected_target: target } }),
  dns_status: 'error',
  dns_records: PENDING_DOMAIN.dns_records,
};
const EXPIRED = {
  ...ACTIVE_DOMAIN,
  ...said({ code: 'certificate_expired' }, { code: 'certificate_expired', details: { domain: url, expired_at: expiresAt } }),
  ssl_status: 'error',
  updated_at: '2027-02-19T09:00:03.511Z',
};

interface Shown {
  id: number;
  updated_at: string;
  [field: string]: unknown;
}
type Subject = { domain: Shown } | { webhook: Shown };

const SUBJECTS: Record<EventName, Subject> = {
  'domain.created': { domain: PENDING_DOMAIN },
  'domain.updated': { domain: ACTIVE_DOMAIN },
  'domain.deleted': { domain: ACTIVE_DOMAIN },
  'domain.validated': { domain: VALIDATED },
  'domain.validation_failed': { domain: TIMED_OUT },
  'domain.dns_changed': { domain: DNS_GONE },
  'domain.dns_restored': { domain: ACTIVE_DOMAIN },
  'domain.transfer_requested': { domain: ACTIVE_DOMAIN },
  'domain.transferred': { domain: ACTIVE_DOMAIN },
  'certificate.requested': { domain: VALIDATED },
  'certificate.installed': { domain: ACTIVE_DOMAIN },
  'certificate.issued': { domain: ACTIVE_DOMAIN },
  'certificate.renewed': { domain: ACTIVE_DOMAIN },
  'certificate.failed': { domain: { ...VALIDATED, ...REFUSED, ssl_status: 'error' } },
  'certificate.at_risk': { domain: { ...ACTIVE_DOMAIN, ...said({ code: 'challenge_unreachable' }) } },
  'certificate.renewal_failed': { domain: { ...ACTIVE_DOMAIN, ...REFUSED } },
  'certificate.expiring': { domain: { ...ACTIVE_DOMAIN, ...REFUSED } },
  'certificate.expired': { domain: EXPIRED },
  'certificate.revoked': { domain: ACTIVE_DOMAIN },
  'webhook.disabled': { webhook: { ...WEBHOOK, status: 'disabled', disabled: { at: AT, because: 'gone' } } },
  'webhook.test': { webhook: WEBHOOK },
};

/** The id of an event that was made then: such ids tell their time, and the service goes by it. */
export function exampleEventId(createdAt: string): string {
  return `evt_${timeDigitsAt(new Date(createdAt))}4W1X7M2N5P6R9S0V`;
}

interface EventExample {
  id: string;
  event: EventName;
  /** Absent where the event is about a webhook. */
  domain_id?: number;
  created_at: string;
  data: Subject;
}

/** The body of one delivery, made as real ones are. */
export function eventExample(event: EventName): EventExample {
  const data = SUBJECTS[event];
  const [domainId, createdAt] =
    'domain' in data ? [data.domain.id, data.domain.updated_at] : [undefined, data.webhook.updated_at];
  return JSON.parse(eventBody({ id: exampleEventId(createdAt), event, domainId, createdAt, data }));
}
