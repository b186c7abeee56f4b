import { OPERATIONS } from '../../../../contract/api/operations.ts';
import type { PublicDiagnosis, PublicView } from '../../../../contract/public-view.ts';
import { REPORT_OPERATIONS } from '../../../../lambdas/api/reports/operations.ts';
import { aView } from '../../../copy/a-view.ts';
import type { PlayedDashboard } from './played-dashboard.ts';

const READS = ['domains.read', 'servers.read', 'webhooks.read', 'members.read', 'keys.read', 'audit.read', 'reports.read'];
const WRITES = ['domains.check', 'domains.write', 'servers.write', 'webhooks.write', 'members.write', 'keys.write'];

export function aPerson(change: Record<string, unknown> = {}) {
  return {
    ...{ id: 'usr_1', email: 'mara@acme.test', organization_id: 'org_1', organization_name: 'Acme Shops' },
    role: 'owner',
    permissions: [...READS, ...WRITES, 'owners.write'],
    mode: 'live',
    mail: {
      is_sent: true,
      wanted: { certificate_at_risk: true, certificate_expired: true, api_key_ends: true, webhook_disabled: true },
    },
    ...change,
  };
}

export const VIEWER = { role: 'viewer', permissions: READS };

export type PlayedDomain = PublicView & Record<string, unknown> & { id: number };

/** A domain as the API returns it. */
export function aDomain(
  id: number,
  url: string,
  diagnosis: Partial<PublicDiagnosis> = {},
  others: Parameters<typeof aView>[1] & Record<string, unknown> = {},
): PlayedDomain {
  const view = aView(
    { checked_at: '2026-11-25T10:00:00Z', ...diagnosis },
    { ...others, record: { name: url, host: url.split('.')[0] ?? url, ...others.record } },
  );
  return {
    ...{ id, server_id: 1, send_notifications: true, metadata: {}, cname_target: 'q7m2.cname.cps.test' },
    ...{ created_at: '2026-11-25T09:00:00Z', updated_at: '2026-11-25T10:00:00Z' },
    ...view,
    url,
  };
}

const LIVE = { dns_status: 'validated', ssl_status: 'active', record: { state: 'ok' }, expires_at: '2027-02-19T08:41:10Z' };
const CERTIFICATE = {
  ...{ serial_number: '03a1f5', issuer: 'C=US, O=Lets Encrypt, CN=E7', key_type: 'ECDSA P-256', ca: 'Lets Encrypt' },
  ...{ not_before: '2026-11-21T08:41:11Z', not_after: '2027-02-19T08:41:10Z', fingerprint_sha256: '9f2b6d' },
};
const EVIDENCE = [
  { kind: 'dns', asked: 'shop.hooli.test CNAME', server: 'ns1.test', answer: 'shops.test', at: '2026-11-25T10:00:00Z' },
];

export const DOMAINS: PlayedDomain[] = [
  aDomain(
    1,
    'docs.acme.test',
    { code: 'server_not_connected', actor: 'integrator' },
    { dns_status: 'validated', record: { state: 'ok' } },
  ),
  aDomain(
    2,
    'shop.hooli.test',
    { code: 'invalid_cname_target', reason: 'target_typo', evidence: EVIDENCE },
    { record: { state: 'wrong', observed: 'q7m3.cname.cps.test' } },
  ),
  aDomain(3, 'www.umbrella.test', {}),
  aDomain(4, 'app.initech.test', { code: 'in_progress', actor: 'service' }, { dns_status: 'validated', record: { state: 'ok' } }),
  aDomain(5, 'live.globex.test', { code: 'ok', actor: 'nobody' }, { ...LIVE, certificate: CERTIFICATE }),
];

const ACTORS = ['integrator', 'customer', 'service', 'nobody'];

function byCreation(one: PlayedDomain, other: PlayedDomain): number {
  return String(one.created_at).localeCompare(String(other.created_at));
}

/** An account with a domain of each kind, with all answers like the API's. */
export function fillAccount({ answers, sent }: PlayedDashboard, domains: PlayedDomain[] = DOMAINS): void {
  sent.length = 0;
  answers.clear();
  answers.set('GET /me', { body: aPerson() });
  answers.set('GET /organizations', { body: { data: [{ id: 'org_1', name: 'Acme Shops', is_this: true }] } });
  answers.set('GET /domains/counts', () => ({
    body: {
      by_actor: Object.fromEntries(
        ACTORS.map((actor) => [actor, domains.filter(({ diagnosis }) => diagnosis.actor === actor).length]),
      ),
      counted_at: '2026-11-25T10:00:00Z',
    },
  }));
  answers.set('GET /domains', ({ query }) => {
    const [actor, code, prefix] = ['actor', 'diagnosis_code', 'url_prefix'].map((name) => query.get(name));
    const matching = domains.filter(
      ({ url, diagnosis }) =>
        (actor === null || diagnosis.actor === actor) &&
        (code === null || diagnosis.code === code) &&
        url.startsWith(prefix ?? ''),
    );
    const found = query.get('sort') === 'oldest' ? matching.toSorted(byCreation) : matching;
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Number(query.get('limit') ?? 50);
    return { body: { data: found.slice(start, end), next_cursor: end < found.length ? String(end) : null } };
  });
  answers.set('GET /domains/expiries', ({ query }) => ({ body: aCalendar(Number(query.get('weeks'))) }));
  for (const { id, answer } of REPORT_OPERATIONS) {
    const { example, csv = '' } = answer;
    const path = OPERATIONS[id].path.replace('/api', '');
    answers.set(`GET ${path}`, ({ query }) => (query.get('format') === 'csv' ? { text: csv } : { body: example() }));
  }
  answers.set('GET /domains/*', ({ path }) => {
    const domain = domains.find(({ id }) => path === `/domains/${id}`);
    return domain
      ? { body: domain }
      : { status: 404, body: { error: { code: 'resource_not_found', message: 'No such domain.' } } };
  });
  answers.set('GET /domains/*/events', { body: { data: HISTORY, next_cursor: null } });
  answers.set('GET /servers', { body: { data: [SERVER], next_cursor: null } });
  for (const [asked, data] of Object.entries(LISTS)) answers.set(asked, { body: { data, next_cursor: null } });
  answers.set('GET /servers/*', { body: SERVER });
  answers.set('GET /webhooks/*/deliveries', ({ query }) => {
    const isAbout = (query.get('domain_id') ?? String(DELIVERY.domain_id)) === String(DELIVERY.domain_id);
    return { body: { data: isAbout ? [DELIVERY] : [], next_cursor: null } };
  });
  answers.set('GET /webhooks/*', { body: WEBHOOK });
  answers.set('GET /webhooks/*/health', { body: HEALTH });
  answers.set('GET /webhooks/*/deliveries/*', { body: { ...DELIVERY, body: { id: 'evt_1', note: '<b>sent</b>' } } });
  answers.set('GET /members', { body: PEOPLE });
  answers.set('GET /organization', { body: ORGANIZATION });
  answers.set('GET /organization/theme', { body: THEME });
  answers.set('POST /domains/*/portal-link', { body: PORTAL_LINK });
  // The log has no last page: the page after its end is empty.
  answers.set('GET /events', ({ query }) => ({ body: { data: query.has('cursor') ? [] : [EVENT], next_cursor: 'c' } }));
}

const WEEK_MS = 7 * 86_400_000;
const MONDAY = Date.parse('2026-11-23T00:00:00.000Z');

/** Expiries in the weeks from a Monday on. */
export function aCalendar(weeks: number, others: object = {}) {
  const at = (week: number) => new Date(MONDAY + week * WEEK_MS).toISOString();
  return {
    earlier: { by_itself: 0, needs_somebody: 0 },
    weeks: Array.from({ length: weeks }, (_, week) => ({
      ...{ starts_at: at(week), ends_at: at(week + 1) },
      ...{ by_itself: week < 13 ? week * 7 : 0, needs_somebody: week < 4 ? 4 - week : 0 },
    })),
    ...{ is_complete: true, counted_at: '2026-11-25T10:00:00Z' },
    ...others,
  };
}

export const SERVER = {
  ...{ id: 1, name: 'Web 1', type: 'agent', config: {}, cname_target: 'q7m2.cname.cps.test' },
  ...{ status: 'online', last_seen_at: '2026-11-25T10:00:00Z', created_at: '2026-11-01T10:00:00Z' },
};
const EVENT = {
  ...{ id: 'evt_1', event: 'domain.created', domain_id: 2, created_at: '2026-11-25T09:00:00Z' },
  data: { domain: { id: 2 } },
};
const HISTORY = [
  {
    ...{ id: 'dev_1', at: '2026-11-25T10:00:00Z', type: 'domain.dns_changed', diagnosis: 'invalid_cname_target' },
    ...{ observed: 'q7m3.cname.cps.test', actor: { type: 'service' } },
  },
  {
    ...{ id: 'dev_2', at: '2026-11-25T09:00:00Z', type: 'domain.created', diagnosis: 'in_progress' },
    actor: { type: 'api_key', key_id: 'cps_pk_1' },
  },
];

export const KEY = {
  ...{ id: 'cps_pk_1', name: 'Shop <b>back end</b>', permissions: ['domains.read', 'domains.write'] },
  ...{ created_at: '2026-11-01T10:00:00Z', last_used_at: '2026-11-25T10:00:00Z' },
};
export const MEMBER = {
  ...{ id: 'usr_2', email: 'ben@acme.test', name: 'Ben', role: 'developer', role_from: 'member' },
  joined_at: '2026-11-02T10:00:00Z',
};
export const WEBHOOK = {
  ...{ id: 7, url: 'https://hooks.acme.test/in', events: ['*'], status: 'active' },
  ...{ created_at: '2026-11-01T10:00:00Z', updated_at: '2026-11-01T10:00:00Z' },
};
const HEALTH = {
  ...{ since: '2026-11-24T10:00:00Z', until: '2026-11-25T10:00:00Z', deliveries: { succeeded: 311, failed: 1, pending: 0 } },
  ...{ success_rate: 311 / 312, attempts: 319, p95_milliseconds: 1140, is_complete: true },
};
export const DELIVERY = {
  ...{ id: 'dlv_1', event_id: 'evt_1', event: 'domain.created', domain_id: 2, state: 'failed', failure: 'attempts_exhausted' },
  ...{
    created_at: '2026-11-25T09:00:00Z',
    attempts: [{ at: '2026-11-25T09:00:01Z', milliseconds: 31, status: 500, reply: '<i>no</i>' }],
  },
};
const MACHINE = { id: 'mch_1', name: 'web-1', enrolled_at: '2026-11-01T10:00:00Z', last_seen_at: '2026-11-25T10:00:00Z' };
const SESSIONS = [
  {
    id: 'ses_1',
    started_at: '2026-11-25T08:00:00Z',
    last_seen_at: '2026-11-25T10:00:00Z',
    source_ip: '192.0.2.1',
    user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0',
    is_this: true,
  },
  {
    id: 'ses_2',
    started_at: '2026-11-24T08:00:00Z',
    last_seen_at: '2026-11-24T10:00:00Z',
    source_ip: '192.0.2.2',
    user_agent: 'Chrome',
    is_this: false,
  },
];
const ORGANIZATION = {
  ...{ id: 'org_1', name: 'Acme Shops', portal_url: 'https://site.test/portal/opt_1' },
  ...{ base_target: 'cname.cps.test', cname_target: 'cname.cps.test' },
  limits: { domains: { limit: 10_000, used: 5 }, requests_per_hour: { limit: 1000, used: 12 } },
};
const PALETTE = { text: '#1a1f26', surface: '#ffffff', line: '#c9d0d8', on_accent: '#ffffff' };
const TONES = { accent: '#7a1fa0', good: '#1a7036', wait: '#7a5200', bad: '#b3261e' };
const THEME = {
  colors: { light: { ...PALETTE, ...TONES }, dark: { ...PALETTE, ...TONES } },
  ...{ font: 'system', radius: 12, locale: 'en', texts: {}, frame_ancestors: [] },
};
const PORTAL_LINK = { url: 'https://portal.test/portal/opt_1#s=v1.x', expires_at: '2026-12-02T10:00:00Z' };
const PEOPLE = {
  members: [
    { ...MEMBER, id: 'usr_1', email: 'mara@acme.test', name: 'Mara', role: 'owner' },
    MEMBER,
    { ...MEMBER, id: 'usr_3', email: 'zoe@acme.test', role: 'viewer', role_from: 'group' },
  ],
  invitations: [{ id: 'inv_1', email: 'kim@acme.test', role: 'viewer', expires_at: '2026-12-01T10:00:00Z' }],
};
export const ENTRY = {
  ...{ id: 'aud_1', created_at: '2026-11-25T09:00:00Z', action: 'webhook.updated', object: { type: 'webhook', id: '7' } },
  ...{ actor: { type: 'user', user_id: 'usr_2' }, request_id: 'req_9', source_ip: '192.0.2.7', user_agent: 'Firefox' },
  before: { url: 'https://old.test/in', events: ['*'] },
  after: { url: '<b>new</b>', description: '=1+1' },
};
const ASKED = {
  ...{ id: 'req_5', created_at: '2026-11-25T09:00:00Z', method: 'POST', path: '/api/domains/2/check', status: 200 },
  ...{ api_key_id: 'cps_pk_1', source_ip: '192.0.2.7', milliseconds: 48 },
};
/** API requests by keys, newest first. */
export const REQUESTS = [
  ASKED,
  { ...ASKED, id: 'req_4', method: 'PATCH', path: '/api/domains/…', status: 404, error_code: 'resource_not_found' },
  { ...ASKED, id: 'req_3', method: 'GET', path: '/api/domains', query: 'limit=0&cursor=…', status: 422, api_key_id: 'cps_pk_9' },
  { ...ASKED, id: 'req_2', method: 'DELETE', path: '/api/webhooks/7', status: 503, error_code: 'service_unavailable' },
];
const LISTS: Record<string, unknown[]> = {
  'GET /requests': REQUESTS,
  'GET /audit': [ENTRY],
  'GET /keys': [KEY],
  'GET /sessions': SESSIONS,
  'GET /servers/*/enrollments': [MACHINE],
  'GET /webhooks': [{ ...WEBHOOK, last_delivery: { status: 'failed', at: '2026-11-25T09:00:00Z' } }],
};
