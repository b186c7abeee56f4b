import type { Timings } from '../../contract/stack/timings.schema.ts';
import type { Failure } from '../../lambdas/lifecycle/certificate-failure.ts';
import type {
  Conditions,
  ConditionType,
  Diagnosis,
  DomainError,
} from '../../lambdas/model/domains/diagnosis/diagnosis.schema.ts';
import { diagnosisOf, type ReportedStatus } from '../../lambdas/model/domains/diagnosis-of.ts';
import type {
  Cname,
  Domain,
  DomainIn,
  Execution,
  Phase,
  Revocation,
  Served,
  ShownDomain,
} from '../../lambdas/model/domains/domain-row.schema.ts';
import { isAtRest } from '../../lambdas/model/domains/phase.ts';
import { omit } from '../../lambdas/shared/rows/omit.ts';

export const NOW = new Date('2026-06-01T12:00:00.000Z');
export const SECOND = 1000;
export const HOUR = 3600 * SECOND;
export const later = (milliseconds: number) => new Date(NOW.getTime() + milliseconds);
export const iso = (milliseconds: number) => later(milliseconds).toISOString();

/** The time windows of the specification. */
export const timings: Timings = {
  dnsCheckIntervalSeconds: 300,
  dnsWindowSeconds: 86_400,
  dnsWaitStateSeconds: 3600,
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
  serverId: 1,
  cname: { target: 'abcdefghijklmnop.cname.service.net', host: 'shop' },
  sendNotifications: true,
  metadata: {},
  createdAt: NOW.toISOString(),
  updatedAt: NOW.toISOString(),
  dnsStatus: 'pending',
  sslStatus: 'pending',
  dnsStartedAt: NOW.toISOString(),
  hosting: {},
  conditions: {},
  execution: { attempt: 1, restarts: 0 },
  version: 1,
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

/** The stored facts of a certificate when it is first seen served. */
export const justServed: Served = {
  certificate: issued,
  since: NOW.toISOString(),
  renewAt: iso(60 * 24 * HOUR),
  renewalFailures: 0,
  notified: { failures: [], risks: [], expiryNotices: 0 },
};

export function servedAs({ notified, ...changes }: ServedChanges): Served {
  return { ...justServed, ...changes, notified: { ...justServed.notified, ...notified } };
}

/** Fields of a domain with a served certificate, also during its renewal. */
export const served = {
  dnsStatus: 'validated',
  sslStatus: 'active',
  served: justServed,
} as const satisfies Partial<ShownDomain>;

export const revocation: Revocation = {
  reason: 'keyCompromise',
  requestedAt: NOW.toISOString(),
  serialNumber: '09',
  fingerprintSha256: '99'.repeat(32),
  notAfter: iso(30 * 24 * HOUR),
  ca: issued.ca,
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
    cname: { target: 'newlabelnewlabel.cname.service.net', host: 'shop' },
    move: { fromServerId: 1, state: 'installing' },
    ...served,
  },
  retiring: { ...served, retireFrom: [1] },
  revoking: { ...served, revocation },
  removing: { retireFrom: [1] },
  active: served,
  failed: {},
};

/** A diagnosis and an error; `aDomain` derives the conditions that cause them. */
interface SaidOf {
  diagnosis?: Diagnosis;
  error?: DomainError | undefined;
}
type Ungrouped<D> = D extends Domain ? Omit<Partial<D>, 'served' | 'execution' | 'cname'> : never;
type ServedChanges = Partial<Omit<Served, 'notified'>> & { notified?: Partial<Served['notified']> };
/** Differences from the defaults: `served` from `justServed`, `execution` and `cname` from a new domain. */
export type Overrides = Ungrouped<Domain> & {
  served?: ServedChanges | undefined;
  execution?: Partial<Execution>;
  cname?: Partial<Cname>;
} & SaidOf;

/**
 * A domain in this phase with all of the phase's fields. `diagnosis` and `error` become conditions. A domain in progress is due
 * in 30 minutes.
 */
export function aDomain<P extends Phase>(phase: P, overrides: Overrides = {}): DomainIn<P> {
  const { diagnosis, error, ...rest } = overrides;
  const known = rest.served && { served: servedAs(rest.served) };
  const due = !isAtRest(phase) && { dueAt: iso(1800 * SECOND) };
  const execution: Execution = { ...common.execution, ...due, ...rest.execution };
  const cname: Cname = { ...common.cname, ...byPhase[phase].cname, ...rest.cname };
  const domain = { ...common, ...byPhase[phase], ...rest, ...known, cname, execution, phase } as unknown as DomainIn<P>;
  const found = diagnosis ?? (error && { code: error.code, evidence: [] });
  return found ? saying(domain, found, error) : domain;
}

export const aFailure = (error: DomainError, code: Diagnosis['code'] = error.code): Failure => ({
  since: NOW.toISOString(),
  error,
  found: { code, evidence: [] },
});

export const cnameAway = (times: number, since = iso(0), isSuspected = true): Conditions => ({
  cname: { since, times, found: { code: 'cname_not_found', evidence: [] }, ...(isSuspected && { isSuspected }) },
});

export function saying<D extends Domain>(domain: D, diagnosis: Diagnosis, error?: DomainError): D {
  const { code, evidence, checkedAt } = diagnosis;
  if ((code === 'ok' || code === 'in_progress') && !diagnosis.reason)
    return { ...domain, allClear: { evidence, ...(checkedAt && { checkedAt }) } };
  const condition = { since: checkedAt ?? NOW.toISOString(), times: 1, found: diagnosis, ...(error && { error }) };
  return { ...domain, conditions: { ...domain.conditions, [typeOf(domain, code, error)]: condition } };
}

function typeOf({ phase, dnsStatus, sslStatus }: Domain, code: string, error?: DomainError): ConditionType {
  if (code === 'certificate_not_served' && sslStatus === 'active' && phase !== 'installing' && phase !== 'moving' && !error)
    return 'unseen';
  if (error?.code === 'certificate_expired') return 'expiry';
  if (!['active', 'failed', 'retiring', 'revoking', 'removing'].includes(phase)) return 'obstacle';
  if (phase === 'active' && dnsStatus === 'error') return 'cname';
  return 'failure';
}

export type WithSaid<T> = T extends { conditions: unknown }
  ? T & ReportedStatus
  : T extends { domain: infer D }
    ? Omit<T, 'domain'> & { domain: D & ReportedStatus }
    : T;

/** Adds diagnosis and error to a domain, or to the domain of a decision's result, for comparison. */
export function said<T>(result: T): WithSaid<T> {
  const of = result as Domain & { domain?: Domain };
  if (of?.conditions)
    return { ...omit(of as Domain & ReportedStatus, 'diagnosis', 'error'), ...diagnosisOf(of) } as unknown as WithSaid<T>;
  return (of?.domain ? { ...of, domain: said(of.domain) } : of) as WithSaid<T>;
}
