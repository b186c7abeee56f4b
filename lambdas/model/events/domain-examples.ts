const CNAME_TARGET = 'q7m2x4k9tz.cname.example.net';
const EVIDENCE = {
  kind: 'dns',
  asked: 'CNAME shop.customer.com',
  server: '192.0.2.53:53',
  answer: 'NXDOMAIN',
  at: '2026-11-21T09:30:02.117Z',
};
const CNAME_RECORD = {
  type: 'CNAME',
  name: 'shop.customer.com',
  host: 'shop',
  value: CNAME_TARGET,
  ttl: 300,
  purpose: 'routing',
};

const common = {
  id: 118_271_623_110_656,
  url: 'shop.customer.com',
  server_id: 1,
  send_notifications: true,
  metadata: { plan: 'pro' },
  cname_target: CNAME_TARGET,
  created_at: '2026-11-21T09:30:00.482Z',
};

/** Just created: the customer has still to publish the record. */
export const PENDING_DOMAIN = {
  ...common,
  dns_status: 'pending',
  ssl_status: 'pending',
  updated_at: '2026-11-21T09:30:00.482Z',
  dns_records: [{ ...CNAME_RECORD, state: 'missing' }],
  diagnosis: {
    code: 'in_progress',
    summary: 'The CNAME record of shop.customer.com is about to be checked.',
    actor: 'nobody',
    fix: { text: 'Nothing to do: this page shows what comes next.', records: [] },
    evidence: [],
  },
};

/** Looked at, and the record is not there. */
export const CHECKED_DOMAIN = {
  ...PENDING_DOMAIN,
  diagnosis: {
    code: 'cname_not_found',
    summary: 'There is no CNAME record for shop.customer.com.',
    actor: 'customer',
    fix: {
      text: `Create the CNAME record shop.customer.com, pointing to ${CNAME_TARGET}.`,
      records: [{ action: 'add', type: 'CNAME', name: 'shop.customer.com', value: CNAME_TARGET }],
    },
    evidence: [EVIDENCE],
    checked_at: '2026-11-21T09:30:02.117Z',
    next_check_at: '2026-11-21T09:35:02.117Z',
  },
  error: {
    code: 'cname_not_found',
    message: `No CNAME record was found for shop.customer.com; it has to point to ${CNAME_TARGET}.`,
    details: { domain: 'shop.customer.com', expected_target: CNAME_TARGET },
  },
};

/** Served. */
export const ACTIVE_DOMAIN = {
  ...common,
  dns_status: 'validated',
  ssl_status: 'active',
  updated_at: '2026-11-21T09:41:12.900Z',
  dns_records: [{ ...CNAME_RECORD, state: 'ok' }],
  diagnosis: {
    code: 'ok',
    summary: 'shop.customer.com is served over HTTPS.',
    actor: 'nobody',
    fix: { text: 'Nothing to do.', records: [] },
    evidence: [],
    checked_at: '2026-11-21T09:41:12.900Z',
  },
  renews_on: '2027-01-20',
  last_renewed: '2026-11-21T09:41:12.900Z',
  expires_at: '2027-02-19T08:41:10.000Z',
  certificate: {
    serial_number: '03a1f5c2d9e84b7760912f3c4d5e6f708192',
    issuer: "C=US, O=Let's Encrypt, CN=E7",
    not_before: '2026-11-21T08:41:11.000Z',
    not_after: '2027-02-19T08:41:10.000Z',
    fingerprint_sha256: '9f2b6d0c4e8a1f3b5d7092c4e6f80a1b3c5d7e9f0b2d4f6a8c0e1f3a5b7c9d0e',
    key_type: 'ECDSA P-256',
    ca: "Let's Encrypt",
  },
};

export const DOMAIN_EVENT = {
  id: 'tl_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
  at: '2026-11-21T09:30:00.482Z',
  type: 'domain.created',
  diagnosis: 'in_progress',
  actor: { type: 'api_key', key_id: 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd' },
};
