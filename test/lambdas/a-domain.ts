import type { Timings } from '../../contract/stack/timings.schema.ts';
import type { Domain, DomainIn, Phase, Revocation, ShownDomain } from '../../lambdas/model/domains/domain-row.schema.ts';

export const NOW = new Date('2026-06-01T12:00:00.000Z');
export const SECOND = 1000;
export const HOUR = 3600 * SECOND;
export const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
export const iso = (milliseconds: number) => later(milliseconds).toISOString();

/** The specification's own windows. */
export const timings: Timings = {
  dnsCheckIntervalSeconds: 300,
  dnsWindowSeconds: 86_400,
  issuanceWindowSeconds: 86_400,
  installWindowSeconds: 86_400,
  orderPollSeconds: 3,
  caRetrySeconds: 60,
  validationRetrySeconds: 900,
  preflightRetrySeconds: 60,
  installPollSeconds: 5,
  renewalLookSeconds: 90,
  retirePauseSeconds: 3600,
  watchDaySeconds: 86_400,
  longestSilenceSeconds: 1800,
};

const common = {
  id: 4_503_599_627_371,
  organizationId: 'org_A',
  url: 'shop.customer.com',
  dnsHost: 'shop',
  serverId: 1,
  cnameTarget: 'abcdefghijklmnop.cname.service.net',
  sendNotifications: true,
  metadata: {},
  createdAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
  dnsStatus: 'pending',
  sslStatus: 'pending',
  dnsStartedAt: NOW.toISOString(),
  diagnosis: { code: 'in_progress', evidence: [] },
  attempt: 1,
  restarts: 0,
  version: 1,
  stepDueAt: iso(1800 * SECOND),
} as const;

const requested = { certificateRequestId: 'creq_1' };
const prepared = {
  ...requested,
  issuanceDeadlineAt: iso(24 * HOUR),
  sealedKey: { dataKey: 'ZGs=', iv: 'aXY=', tag: 'dGFn', ciphertext: 'Y3Q=' },
  csr: '-----BEGIN CERTIFICATE REQUEST-----',
};
const ordered = {
  ...prepared,
  orderUrl: 'https://ca/order/1',
  finalizeUrl: 'https://ca/finalize/1',
  authorizationUrl: 'https://ca/authz/1',
};
export const issued = {
  serialNumber: '0a',
  issuer: 'CN=Test CA',
  notBefore: NOW.toISOString(),
  notAfter: iso(90 * 24 * HOUR),
  fingerprintSha256: 'ab'.repeat(32),
  keyType: 'EC P-256',
  ca: 'Test CA',
};

/** What a domain has while its certificate is served: in a renewal too. */
export const served: Partial<Omit<ShownDomain, 'phase'>> = {
  dnsStatus: 'validated',
  sslStatus: 'active',
  certificate: issued,
  lastRenewedAt: NOW.toISOString(),
  renewAt: iso(60 * 24 * HOUR),
  diagnosis: { code: 'ok', evidence: [] },
};

/** Of the certificate before the one that is served. */
export const revocation: Revocation = {
  reason: 'keyCompromise',
  requestedAt: NOW.toISOString(),
  serialNumber: '09',
  fingerprintSha256: '99'.repeat(32),
  notAfter: iso(30 * 24 * HOUR),
};

const byPhase: { [P in Phase]: Partial<Omit<ShownDomain, 'phase'>> & Omit<DomainIn<P>, keyof typeof common | 'phase'> } = {
  'awaiting-dns': { dnsDeadlineAt: iso(24 * HOUR) },
  preparing: { issuance: requested },
  ordering: { issuance: { ...prepared, slotGrantedAt: NOW.toISOString() } },
  authorizing: { issuance: ordered },
  validating: { issuance: ordered },
  finalizing: { issuance: ordered },
  downloading: { issuance: { ...ordered, certificateUrl: 'https://ca/cert/1' } },
  installing: { issued, installDeadlineAt: iso(24 * HOUR) },
  moving: {
    issued,
    moveDeadlineAt: iso(24 * HOUR),
    serverId: 2,
    cnameTarget: 'newlabelnewlabel.cname.service.net',
    move: { fromServerId: 1, state: 'installing' },
    ...served,
  },
  retiring: { ...served, retireFrom: [1] },
  revoking: { ...served, revocation },
  removing: { retireFrom: [1] },
  active: served,
  failed: {},
};

/** A domain in a phase, with everything that phase has. */
export function aDomain<P extends Phase>(phase: P, overrides: Partial<Domain> = {}): DomainIn<P> {
  return { ...common, ...byPhase[phase], ...overrides, phase } as unknown as DomainIn<P>;
}
