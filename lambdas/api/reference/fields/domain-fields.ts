import type { ComponentFields } from './component-fields.ts';

const METADATA = 'What you want to keep with the domain, such as your own ids: up to 20 keys with text. Webhooks get it too.';
const NOTIFICATIONS = 'Whether your webhooks are told what happens to it. The list of events has it in any case.';

/** What a request may say of a domain. */
const SENT = {
  server_id:
    'The id of the server on which the certificate is installed. One that does not exist yet comes into being where the deployment allows it.',
  send_notifications: NOTIFICATIONS,
  metadata: METADATA,
};
/** What the schemas of domains do not say themselves. */
export const DOMAIN_FIELDS: ComponentFields = {
  CreateDomainRequest: SENT,
  CreateDomainsRequest: {
    domains: 'The domains to create, each as in a request of its own.',
    ...Object.fromEntries(Object.entries(SENT).map(([field, words]) => [`domains.${field}`, words])),
  },
  UpdateDomainRequest: {
    server_id: 'The id of the server to which the domain moves.',
    send_notifications: NOTIFICATIONS,
  },
  Domain: {
    id: 'Names the domain in every other call.',
    dns_status: '`validated`: the CNAME record was found. `error`: it was not found in time.',
    ssl_status: '`active`: a valid certificate is served. `error`: there is none, and nothing continues automatically.',
    send_notifications: NOTIFICATIONS,
    metadata: METADATA,
    dns_records: 'The records that your customer has to publish, each with how it stands.',
  },
  DnsRecord: {
    type: 'The type of the record.',
    value: 'What the record has to hold.',
    purpose:
      '`routing`: leads visitors to your server. `validation`: certificates come by it; it is set once, and before that of the visitors. `ownership`: proves whose the hostname is.',
  },
  DnsProvider: { name: 'As your customer knows it.' },
  Certificate: {
    issuer: 'The distinguished name of who signed it.',
    not_before: 'From when on it is valid.',
    not_after: 'Until when it is valid.',
    fingerprint_sha256: 'SHA-256 of the whole certificate: hexadecimal, lower case.',
    key_type: 'The kind of its key, such as `ECDSA P-256`.',
    ca: 'The certificate authority that issued it.',
  },
  Revocation: {
    reason: 'The reason that you gave.',
    requested_at: 'When you asked for it.',
  },
  Warning: { message: 'What is probably not meant, and what to do then.' },
  Diagnosis: {
    code: 'How the domain stands, for your program.',
    reason: 'What exactly was found, where that is known beyond the code.',
    summary: 'What is the matter, in a sentence that you may show to your customer.',
    fix: 'What whoever has to act should do.',
    'fix.text': 'In words that you may show to your customer.',
    'fix.records': 'The same as changes to DNS records, one by one; empty where no record is the remedy.',
    evidence: 'The answers from outside on which this rests.',
  },
  RecordFix: {
    action: 'What to do with the record.',
    type: 'The type of the record.',
    name: 'The whole name of the record.',
    host: 'The name as the form of the DNS provider takes it: without the zone; `@`, or what that form takes, for the zone itself.',
    value:
      'What the record has to hold, as the form of the DNS provider takes it; or what the one to be removed holds. It ends with a full stop where the form would append the zone.',
  },
  Evidence: {
    kind: 'How the service asked.',
    asked: 'What it asked.',
    server: 'Who answered: a name server, or an address.',
    at: 'When it asked.',
  },
  DomainError: {
    'details.actual_target': 'Where the CNAME record points instead.',
    'details.started_at': 'When the service began to look for the record.',
    'details.timed_out_at': 'When it gave up.',
    'details.certificate_request_id': 'Names the service’s request for the certificate: tell it when you report the problem.',
    'details.expired_at': 'When the last certificate ended.',
  },
  DomainEvent: {
    id: 'Names the entry.',
    actor: 'Who caused it.',
    'actor.type':
      '`api_key`: a request of yours. `user`: one of your people, in the dashboard. `service`: the service on its own.',
  },
  BulkResult: {
    data: 'One result for each item, in the order of the request.',
    summary: 'How many there are of each kind.',
    'summary.created': 'How many domains were created.',
    'summary.failed': 'How many items were refused.',
  },
  CreatedItem: { index: 'The place of the item in the request.', status: 'The item made a domain.' },
  DnsLook: {
    url: 'The hostname as it would be created.',
    dns_records: 'The record to publish, and how it stands. None where there is no such server yet.',
    caa: 'What CAA records say, whatever else stands in the way.',
  },
  LookAtDnsOfManyRequest: { urls: 'The hostnames, each without scheme.' },
  DnsChecks: { data: 'One result for each hostname, in the order of the request.' },
  CheckedItem: {
    index: 'The place of the hostname in the request.',
    status: 'The hostname was checked.',
  },
  DeletedDomain: { id: 'The id that the domain had. It is not used again.' },
};
