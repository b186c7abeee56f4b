import type { Evidence } from '../domains/diagnosis/diagnosis.schema.ts';
import { domainResource } from '../domains/domain-resource.ts';
import type { ShownDomain } from '../domains/domain-row.schema.ts';

const hostname = 'shop.customer.com';
const cnameTarget = 'q7m2x4k9tz.cname.example.net';
const NO_SUCH_NAME: Evidence = {
  kind: 'dns',
  asked: `CNAME ${hostname}`,
  server: '192.0.2.53:53',
  answer: 'NXDOMAIN',
  at: '2026-11-21T09:30:02.117Z',
};

/** Just created: the customer must still publish the record. */
export const PENDING_ROW: ShownDomain = {
  id: 118_271_623_110_656,
  organizationId: 'org_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
  url: hostname,
  hosting: {},
  dnsStatus: 'pending',
  sslStatus: 'pending',
  serverId: 1,
  sendNotifications: true,
  metadata: { plan: 'pro' },
  cname: { target: cnameTarget, host: 'shop' },
  createdAt: '2026-11-21T09:30:00.482Z',
  updatedAt: '2026-11-21T09:30:00.482Z',
  conditions: {},
};

/** Checked, and the record is missing. */
const CHECKED_ROW: ShownDomain = {
  ...PENDING_ROW,
  phase: 'awaiting-dns',
  conditions: {
    obstacle: {
      since: '2026-11-21T09:30:02.117Z',
      found: { code: 'cname_not_found', evidence: [NO_SUCH_NAME], checkedAt: '2026-11-21T09:30:02.117Z' },
      error: { code: 'cname_not_found', details: { domain: hostname, expected_target: cnameTarget } },
    },
  },
  hosting: {
    setup: {
      at: '2026-11-21T09:30:02.117Z',
      zone: 'customer.com',
      cnameTarget,
      provider: 'Example Domains',
      url: 'https://domains.example/connect/v2/domainTemplates/providers/certificates.example.net/services/https/apply?domain=customer.com&host=shop&label=q7m2x4k9tz&redirect_uri=https%3A%2F%2Fcertificates.example.net%2Fportal%2Fopt_7Qw2Er9Ty4Ui1Op6As3Df8Gh5Jk0Lz2X%3Fhostname%3Dshop.customer.com&sig=bWFkZSB1cCBmb3IgdGhlIGV4YW1wbGU%3D&key=cps1',
    },
  },
};

export const ACTIVE_ROW = {
  ...PENDING_ROW,
  dnsStatus: 'validated',
  sslStatus: 'active',
  updatedAt: '2026-11-21T09:41:12.900Z',
  allClear: { evidence: [], checkedAt: '2026-11-21T09:41:12.900Z' },
  served: {
    certificate: {
      serialNumber: '03a1f5c2d9e84b7760912f3c4d5e6f708192',
      issuer: "C=US, O=Let's Encrypt, CN=E7",
      notBefore: '2026-11-21T08:41:11.000Z',
      notAfter: '2027-02-19T08:41:10.000Z',
      fingerprintSha256: '9f2b6d0c4e8a1f3b5d7092c4e6f80a1b3c5d7e9f0b2d4f6a8c0e1f3a5b7c9d0e',
      keyType: 'ECDSA P-256',
      ca: "Let's Encrypt",
    },
    since: '2026-11-21T09:41:12.900Z',
    renewAt: '2027-01-20T14:05:31.204Z',
    renewalFailures: 0,
    notified: { failures: [], risks: [], expiryNotices: 0 },
  },
} satisfies ShownDomain;

/** The request that creates it. */
export const NEW_DOMAIN = { url: 'shop.customer.com', server_id: 1, metadata: { plan: 'pro' } };
export const PENDING_DOMAIN = domainResource(PENDING_ROW);
export const CHECKED_DOMAIN = domainResource(CHECKED_ROW, {
  checkedAt: '2026-11-21T09:30:02.117Z',
  nextCheckAt: '2026-11-21T09:35:02.117Z',
});
export const ACTIVE_DOMAIN = domainResource(ACTIVE_ROW);

const TRANSFER = {
  organizationId: 'org_01KAH1B6M3R8Y2N7P4S9T0V5W1',
  requestedAt: '2026-11-25T10:02:44.310Z',
  until: '2026-11-28T10:02:44.310Z',
  endsAt: '2026-12-28T10:02:44.310Z',
};
export const TRANSFER_REQUESTED_DOMAIN = domainResource({ ...ACTIVE_ROW, updatedAt: TRANSFER.requestedAt, transfer: TRANSFER });
export const TRANSFERRED_DOMAIN = domainResource({
  ...ACTIVE_ROW,
  phase: 'removing',
  updatedAt: '2026-11-28T11:20:09.771Z',
  transfer: { ...TRANSFER, completedAt: '2026-11-28T11:20:09.771Z' },
});

export const REVOKED_DOMAIN = domainResource({
  ...ACTIVE_ROW,
  phase: 'preparing',
  updatedAt: '2026-11-25T10:02:44.310Z',
  revocation: {
    reason: 'keyCompromise',
    requestedAt: '2026-11-25T10:02:44.310Z',
    serialNumber: ACTIVE_ROW.served.certificate.serialNumber,
    fingerprintSha256: ACTIVE_ROW.served.certificate.fingerprintSha256,
    notAfter: ACTIVE_ROW.served.certificate.notAfter,
    ca: ACTIVE_ROW.served.certificate.ca,
  },
});

export const DOMAIN_EVENT = {
  id: 'tl_01KAGZ3T8Q4W1X7M2N5P6R9S0V',
  at: '2026-11-21T09:30:00.482Z',
  type: 'domain.created',
  diagnosis: 'in_progress',
  actor: { type: 'api_key', key_id: 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd' },
  request_id: 'JKJaXmPLvHcESHA=',
};
