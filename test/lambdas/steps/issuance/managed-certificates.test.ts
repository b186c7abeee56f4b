import { describe, expect, it, vi } from 'vitest';
import type { CaaObservation } from '../../../../lambdas/dns/look-at-caa.ts';
import type { ManagedObservation } from '../../../../lambdas/lifecycle/managed-transition.ts';
import type { DomainStore } from '../../../../lambdas/model/domains/domain.store.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { AMAZON_CA, renewalTime } from '../../../../lambdas/model/domains/renewal-time.ts';
import type { Certificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import type { ManagedTenant } from '../../../../lambdas/model/servers/managed-tenant.store.ts';
import type { CloudFrontServer } from '../../../../lambdas/model/servers/server.schema.ts';
import { isManagedAt } from '../../../../lambdas/model/servers/server.ts';
import { pausesIn } from '../../../../lambdas/shared/switches/switches.store.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { type PreparationPorts, prepareIssuance } from '../../../../lambdas/steps/issuance/prepare-issuance.ts';
import { runStep } from '../../../../lambdas/steps/run-step.ts';
import { aDomain, HOUR, iso, issued, later, NOW, timings } from '../../a-domain.ts';
import { certificate as agentCertificate } from '../../agent-api/an-agent.ts';
import { AT_NO_PRICE } from '../../lifecycle/at-no-price.ts';
import { decideOnManaged } from '../../lifecycle/said-decisions.ts';
import { neverPaused } from '../../never-paused.ts';

const server: CloudFrontServer = {
  organizationId: 'org_A',
  id: 1,
  name: 'Shops',
  label: 'abcdefghijklmnop',
  createdAt: NOW.toISOString(),
  type: 'cloudfront',
  roleArn: 'arn:aws:iam::111122223333:role/certificates',
  distributionId: 'E1EXAMPLE',
  managed: true,
  access: { checkedAt: NOW.toISOString(), quotas: [] },
};
const tenant: ManagedTenant = {
  organizationId: 'org_A',
  serverId: 1,
  hostname: 'shop.customer.com',
  domainId: aDomain('preparing').id,
  state: 'wanted',
  certificateRequestId: 'creq_1',
  deadlineAt: iso(24 * HOUR),
  announcedAt: NOW.toISOString(),
};
const ofAmazon = { ...issued, ca: AMAZON_CA, fingerprintSha256: 'amazon' };
const REQUEST = { Put: 'request' } as never;
const PUT = { Put: 'certificate' } as never;
const forbids: CaaObservation = { kind: 'caa-forbids', changes: [], evidence: [] };

function never(): never {
  throw new Error('our CAs, our slots and our keys have nothing to do with it');
}

interface World {
  found?: ManagedTenant;
  certificate?: Certificate;
  overrides?: Partial<PreparationPorts>;
  caa?: CaaObservation;
}

function aWorld({ found, certificate, overrides = {}, caa = { kind: 'caa-allows' } }: World = {}) {
  const cloudFront = {
    lookAtCaa: vi.fn(async () => caa),
    tenants: { get: vi.fn(async () => found), requestWrite: vi.fn(() => REQUEST) },
    certificates: { get: vi.fn(async () => certificate), putManagedWrite: vi.fn(() => PUT) },
  };
  const prepared = { clock: () => NOW, dispatch: vi.fn(async () => {}), announceTenant: vi.fn(async () => {}) };
  const ports: PreparationPorts = {
    lookAtCname: async () => ({ kind: 'cname-matched', evidence: [] }),
    lookAtValidation: never,
    servers: { get: async () => server },
    lookAtCaa: async () => never(),
    preflight: async () => never(),
    hostnameWrites: { expected: { toldAt: never, list: never, markTold: never }, servers: { raiseRevision: never } },
    slots: { exemptsReplacements: false, offer: never, stillQueued: never },
    paused: neverPaused,
    isZoneBehind: never,
    caNames: ['CA'],
    newKeyAndCsr: never,
    sealPrivateKey: never,
    cloudFront,
    ...overrides,
  };
  const step = prepareIssuance(ports, prepared);
  const look = (domain = aDomain('preparing'), now = NOW) => step.gather(domain, { now, timings });
  return { step, look, cloudFront, ...prepared };
}

const managed = (observation: ManagedObservation) => ({ kind: 'managed', managed: observation });

const served: Pick<Domain, 'served' | 'sslStatus' | 'dnsStatus'> = {
  served: {
    certificate: issued,
    since: iso(0),
    renewAt: iso(0),
    renewalFailures: 0,
    notified: { failures: [], risks: [], expiryNotices: 0 },
  },
  sslStatus: 'active',
  dnsStatus: 'validated',
};

describe('a certificate that CloudFront gets itself', () => {
  it('is requested in the transaction of the row, with no key, no slot and no CA of ours', async () => {
    const world = aWorld();
    expect(await world.look()).toEqual({ observation: managed({ kind: 'requested' }), alongside: [REQUEST] });
    expect(world.cloudFront.tenants.requestWrite).toHaveBeenCalledWith({
      organizationId: 'org_A',
      serverId: 1,
      hostname: 'shop.customer.com',
      domainId: tenant.domainId,
      certificateRequestId: 'creq_1',
      deadlineAt: iso(24 * HOUR),
    });
  });

  it('is not requested while an operator has paused new orders: its window does not begin, and it is looked at again', async () => {
    const pause = { since: iso(0), by: 'ann', reason: 'incident' };
    const world = aWorld({ overrides: { paused: async () => pausesIn({ paused: { 'organization org_A': pause } }) } });
    const { observation } = await world.look();
    expect(observation).toEqual(managed({ kind: 'paused' }));
    expect(world.cloudFront.tenants.requestWrite).not.toHaveBeenCalled();
    const decided = world.step.decide(aDomain('preparing'), observation, { now: NOW, timings });
    expect(decided).toMatchObject({ domain: { phase: 'preparing' } });
    expect(decided).not.toHaveProperty('domain.issuance.issuanceDeadlineAt');
  });

  it('names the certificate that is served, and ours at the tenant, of which it takes the place', async () => {
    const atAws = { certificateArn: 'arn:ours' };
    const world = aWorld({ certificate: { ...agentCertificate, atAws } });
    await world.look(aDomain('preparing', served));
    expect(world.cloudFront.tenants.requestWrite).toHaveBeenCalledWith(
      expect.objectContaining({
        replacedArn: 'arn:ours',
        formerFingerprint: issued.fingerprintSha256,
        formerNotAfter: issued.notAfter,
      }),
    );
  });

  it.each(['served', 'unseen'] as const)('has its tenant looked at where the domain was not seen served: %s', async (type) => {
    const found = { code: 'certificate_not_served' as const, evidence: [] };
    const conditions = { [type]: { since: iso(0), found, times: 3 } };
    const world = aWorld();
    await world.look(aDomain('preparing', { ...served, conditions }));
    expect(world.cloudFront.tenants.requestWrite).toHaveBeenCalledWith(expect.objectContaining({ wasNotServed: true }));
  });

  it.each<[string, World, object]>([
    [
      'DNS that does not lead to CloudFront',
      { overrides: { lookAtCname: async () => ({ kind: 'cname-missing', evidence: [] }) } },
      { managed: { kind: 'cname-gone' } },
    ],
    ['CAA records that forbid it to Amazon', { caa: forbids }, { managed: { kind: 'caa-forbids' } }],
  ])('is not requested before %s is another', async (_, given, kind) => {
    const world = aWorld(given);
    expect((await world.look()).observation).toMatchObject(kind);
    expect(world.cloudFront.tenants.requestWrite).not.toHaveBeenCalled();
  });

  it('is announced once it is written, also where the run that asked was killed, and never again', async () => {
    const { announcedAt: _, ...unannounced } = tenant;
    const asked = aWorld();
    const { observation } = await asked.look();
    await asked.step.announce?.(aDomain('preparing'), NOW, observation);
    expect(asked.announceTenant).toHaveBeenCalledOnce();
    const again = aWorld({ found: unannounced });
    const left = (await again.look()).observation;
    expect(left).toEqual(managed({ kind: 'pending', isUnannounced: true }));
    await again.step.announce?.(aDomain('preparing'), NOW, left);
    expect(again.announceTenant).toHaveBeenCalledOnce();
    const known = aWorld({ found: tenant });
    const pending = (await known.look()).observation;
    await known.step.announce?.(aDomain('preparing'), NOW, pending);
    expect([pending, known.announceTenant.mock.calls]).toEqual([managed({ kind: 'pending' }), []]);
  });

  it.each<[string, Partial<ManagedTenant>]>([
    ['of another request', { certificateRequestId: 'creq_0', facts: ofAmazon }],
    ['of another domain', { domainId: 7, facts: ofAmazon }],
    ['that is to be deleted', { state: 'removed', facts: ofAmazon }],
  ])('is requested anew where the row is one %s', async (_, other) => {
    expect((await aWorld({ found: { ...tenant, ...other } }).look()).observation).toEqual(managed({ kind: 'requested' }));
  });

  it('comes before its server in the transaction that says so, once its facts are there', async () => {
    const world = aWorld({ found: { ...tenant, facts: ofAmazon } });
    expect(await world.look()).toEqual({ observation: managed({ kind: 'issued', certificate: ofAmazon }), alongside: [PUT] });
    expect(world.cloudFront.certificates.putManagedWrite).toHaveBeenCalledWith(
      expect.objectContaining({ domainId: tenant.domainId, attempt: 1, facts: ofAmazon }),
      NOW,
    );
  });

  it.each<[string, World, unknown]>([
    ['requested', {}, REQUEST],
    ['issued', { found: { ...tenant, facts: ofAmazon } }, PUT],
  ])('is %s in the transaction of the row also after a lost race', async (_, given, write) => {
    const { step } = aWorld(given);
    const replace = vi.fn<DomainStore['replace']>(async () => {}).mockRejectedValueOnce(new LostRace([], undefined));
    const domains = { get: async () => aDomain('preparing'), replace, extend: never };
    const ports = { ...AT_NO_PRICE, domains, clock: () => NOW, log: () => {}, restoreEpoch: 0 };
    await runStep(step, ports)({ domainId: tenant.domainId, attempt: 1, timings, epoch: 0 });
    expect(replace.mock.calls.map(([, , { alongside }]) => alongside)).toEqual([[write], [write]]);
  });

  it('is awaited while the tenant still has the one that is served', async () => {
    const found = { ...tenant, facts: ofAmazon, formerFingerprint: 'amazon' };
    expect((await aWorld({ found }).look()).observation).toEqual(managed({ kind: 'pending' }));
  });

  it('says why nothing can be done at its server meanwhile', async () => {
    const problem = { reason: 'role_not_assumable' as const, observed: 'AccessDenied', at: iso(0) };
    const servers = { get: async () => ({ ...server, access: { checkedAt: iso(0), quotas: [], problem } }) };
    expect((await aWorld({ found: tenant, overrides: { servers } }).look()).observation).toMatchObject({
      managed: { kind: 'obstructed', blocked: { reason: 'role_not_assumable', observed: 'AccessDenied' } },
    });
  });

  it('is not asked about after the end of its window', async () => {
    const domain = aDomain('preparing', { issuance: { certificateRequestId: 'creq_1', issuanceDeadlineAt: iso(0) } } as object);
    expect((await aWorld({ found: tenant }).look(domain, later(1))).observation).toEqual(managed({ kind: 'window-over' }));
  });
});

describe('whether CloudFront gets the certificate itself', () => {
  it.each<[string, Partial<CloudFrontServer>, Partial<Pick<Domain, 'organizationId' | 'move'>>, boolean]>([
    ['it does where the server says so', {}, {}, true],
    ['it does not where certificates are imported', { managed: false }, {}, false],
    ['it does not while the domain moves there', {}, { move: { fromServerId: 2, state: 'installing' } }, false],
    ['it does not in test mode', {}, { organizationId: 'org_A_test' }, false],
  ])('%s', (_, ofServer, ofDomain, expected) => {
    expect(isManagedAt({ ...server, ...ofServer }, { organizationId: 'org_A', ...ofDomain })).toBe(expected);
  });
});

describe('what becomes of a domain whose certificate CloudFront gets', () => {
  const time = { now: NOW, timings };
  const waiting = aDomain('preparing', {
    dnsStatus: 'validated',
    issuance: { certificateRequestId: 'creq_1', issuanceDeadlineAt: iso(24 * HOUR) },
  } as object);

  it('the request begins its window, is told once, and is looked at again soon', () => {
    const preflight = { certificateRequestId: 'creq_1', preflightDeadlineAt: iso(HOUR) };
    const decided = decideOnManaged(aDomain('preparing', { issuance: preflight } as object), { kind: 'requested' }, time);
    expect(decided).toMatchObject({ changed: true, events: ['certificate.requested'], timeline: 'certificate.requested' });
    expect(decided.domain).toMatchObject({
      phase: 'preparing',
      dnsStatus: 'validated',
      issuance: { certificateRequestId: 'creq_1', issuanceDeadlineAt: iso(24 * HOUR) },
    });
    expect(decided.domain).not.toHaveProperty('issuance.preflightDeadlineAt');
  });

  it('a pending certificate changes nothing, and is looked at ever less often, at most every five minutes', () => {
    const early = decideOnManaged(waiting, { kind: 'pending' }, time);
    const late = decideOnManaged(waiting, { kind: 'pending' }, { now: later(12 * HOUR), timings });
    expect([early.changed, early.waitSeconds, late.waitSeconds]).toEqual([false, timings.orderPollSeconds, 300]);
  });

  it('an issued one is before its server, of which nothing is spent', () => {
    const decided = decideOnManaged(waiting, { kind: 'issued', certificate: ofAmazon }, time);
    expect(decided).toMatchObject({ domain: { phase: 'installing', issued: ofAmazon }, timeline: 'certificate.downloaded' });
    expect('spends' in decided && decided.spends).toBeFalsy();
  });

  const obstructed: ManagedObservation = {
    kind: 'obstructed',
    blocked: { reason: 'certificates_full', observed: 'LimitExceeded' },
    evidence: [],
  };

  it('what is in the way is said with the words of AWS, and the window goes on', () => {
    const decided = decideOnManaged(waiting, obstructed, time);
    expect(decided).toMatchObject({
      timeline: 'certificate.obstructed',
      domain: { phase: 'preparing', diagnosis: { code: 'certificate_install_failed', reason: 'certificates_full' } },
    });
  });

  it('at the end of the window it has failed for what AWS said last', () => {
    const blocked = decideOnManaged(waiting, obstructed, time).domain as never;
    const before = decideOnManaged(blocked, obstructed, { now: later(24 * HOUR - 1), timings });
    expect(before.domain.phase).toBe('preparing');
    const over = decideOnManaged(blocked, { kind: 'window-over' }, { now: later(24 * HOUR), timings });
    expect(over.domain).toMatchObject({
      phase: 'failed',
      error: { code: 'certificate_request_failed', details: { acme_error: 'certificates_full: LimitExceeded' } },
    });
  });

  it('a renewal that is obstructed is told once, and keeps serving', () => {
    const renewing = { ...waiting, ...served };
    const told = decideOnManaged(renewing as never, obstructed, time);
    expect(told).toMatchObject({ events: ['certificate.at_risk'], domain: { sslStatus: 'active' } });
    expect(decideOnManaged(told.domain as never, obstructed, time)).toMatchObject({ changed: false });
  });
});

it('AWS has until an eighth of the life is left: its own renewals come 45 days before the end of 198', () => {
  const at = (days: number) => iso(days * 24 * HOUR);
  const life = { notBefore: at(0), notAfter: at(198), ca: AMAZON_CA };
  expect([renewalTime(life), renewalTime({ ...life, ca: 'Test CA' })]).toEqual([at(173.25), at(132)]);
});
