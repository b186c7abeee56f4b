import { describe, expect, it, vi } from 'vitest';
import type { CaaObservation } from '../../../../lambdas/dns/look-at-caa.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { evidence } from '../../../../lambdas/model/domains/evidence/evidence.ts';
import type { Server } from '../../../../lambdas/model/servers/server.schema.ts';
import { unclaimedServer } from '../../../../lambdas/model/servers/server.ts';
import { type PreparationPorts, prepareIssuance } from '../../../../lambdas/steps/issuance/prepare-issuance.ts';
import { aDomain, iso, later, NOW, SECOND, timings } from '../../a-domain.ts';

const sealedKey = { dataKey: 'new', iv: '', tag: '', ciphertext: '' };
const seen = evidence('http', 'GET http://shop.customer.com/', 'HTTP 404', NOW);
const lonely = unclaimedServer('org_A', 1, 'abcdefghijklmnop', NOW);
const connected: Server = {
  ...lonely,
  machines: { mch_1: { id: 'mch_1', name: 'web-1', signingJwk: {}, encryptionJwk: {}, enrolledAt: NOW.toISOString() } },
};

function ports(overrides: Partial<PreparationPorts> = {}) {
  return {
    lookAtCname: vi.fn<PreparationPorts['lookAtCname']>(async () => ({ kind: 'cname-matched', evidence: [] })),
    lookAtCaa: vi.fn<PreparationPorts['lookAtCaa']>(async () => ({ kind: 'caa-allows' })),
    preflight: vi.fn<PreparationPorts['preflight']>(async () => ({ kind: 'passed' })),
    servers: { get: async () => connected },
    budget: { isSpent: vi.fn(async () => false), takeSlot: vi.fn(async () => true) },
    jitterSeconds: vi.fn<PreparationPorts['jitterSeconds']>(() => 7),
    newKeyAndCsr: vi.fn<PreparationPorts['newKeyAndCsr']>(async () => ({ privateKeyPem: 'PRIVATE', csr: 'CSR' })),
    seal: vi.fn<PreparationPorts['seal']>(async () => sealedKey),
    ...overrides,
  };
}

async function gather(given: ReturnType<typeof ports>, domain = aDomain('preparing')) {
  return (await prepareIssuance(given).gather(domain, NOW, timings)).observation;
}

describe('before the CA is asked', () => {
  it('before the CA is asked, DNS, the challenge path and our budget are made sure of, and a key is sealed', async () => {
    const given = ports();
    expect(await gather(given)).toEqual({ kind: 'preflight-passed', grantedAt: NOW.toISOString(), sealedKey, csr: 'CSR' });
    expect(given.seal).toHaveBeenCalledWith('PRIVATE', expect.objectContaining({ organizationId: 'org_A' }));
  });

  it('before the CA is asked, an earlier key and CSR of the same request are used again', async () => {
    const given = ports();
    const kept = { certificateRequestId: 'creq_1', sealedKey: { ...sealedKey, dataKey: 'kept' }, csr: 'KEPT' };
    expect(await gather(given, { ...aDomain('preparing'), issuance: kept })).toMatchObject({
      sealedKey: kept.sealedKey,
      csr: 'KEPT',
    });
    expect(given.newKeyAndCsr).not.toHaveBeenCalled();
    expect(given.seal).not.toHaveBeenCalled();
  });

  it.each(['cname-missing', 'cname-elsewhere'] as const)(
    'before the CA is asked, a CNAME that is gone (%s) stops it before anything else',
    async (kind) => {
      const lookAtCname = async () => ({ kind, actualTarget: 'elsewhere.net', evidence: [seen] });
      const given = ports({ lookAtCname });
      expect(await gather(given)).toEqual({ kind: 'cname-gone', evidence: [seen] });
      expect(given.preflight).not.toHaveBeenCalled();
      expect(given.budget.takeSlot).not.toHaveBeenCalled();
    },
  );

  it('before the CA is asked, DNS that gives no answer does not stop it', async () => {
    const given = ports({ lookAtCname: async () => ({ kind: 'dns-unknown', evidence: [] }) });
    expect(await gather(given)).toMatchObject({ kind: 'preflight-passed' });
  });

  const forbids: CaaObservation = {
    kind: 'caa-forbids',
    changes: [{ action: 'add', name: 'customer.com', value: '0 issue "ca.example"' }],
    evidence: [seen],
  };
  const unreadable: CaaObservation = { kind: 'caa-unreadable', evidence: [seen] };

  it.each<[string, CaaObservation, object]>([
    ['that allow other CAs only', forbids, { observed: 'customer.com CAA 0 issue "ca.example"', evidence: [seen] }],
    ['that cannot be read', unreadable, { reason: 'caa_unreadable', evidence: [seen] }],
  ])(
    'before the CA is asked, CAA records %s stop it: no slot and no key are spent, whatever the challenge path does',
    async (_, caa, more) => {
      const diagnosis = { code: 'caa_forbids_issuance', ...more };
      const unreached = async () => ({ kind: 'failed' as const, refusesUs: true, evidence: [seen] });
      for (const given of [ports({ lookAtCaa: async () => caa }), ports({ lookAtCaa: async () => caa, preflight: unreached })]) {
        expect(await gather(given)).toEqual({ kind: 'caa-forbids', diagnosis });
        for (const port of [given.budget.takeSlot, given.newKeyAndCsr]) expect(port).not.toHaveBeenCalled();
      }
    },
  );

  it('before the CA is asked, silence about CAA does not stop it, nor do failing name servers that say nothing else either', async () => {
    expect(await gather(ports({ lookAtCaa: async () => ({ kind: 'caa-unknown' }) }))).toMatchObject({ kind: 'preflight-passed' });
    const silent = ports({
      lookAtCaa: async () => unreadable,
      lookAtCname: async () => ({ kind: 'dns-unknown', evidence: [] }),
    });
    expect(await gather(silent)).toMatchObject({ kind: 'preflight-passed' });
  });

  it.each([
    ['with a machine', connected, true],
    ['without a machine', lonely, false],
    ['that is gone', undefined, false],
  ])(
    'before the CA is asked, a challenge path that does not answer costs no slot and no key; a server %s is told apart',
    async (_, server, serverConnected) => {
      const given = ports({
        preflight: async () => ({ kind: 'failed', refusesUs: true, reason: 'connection_failed', evidence: [seen] }),
        servers: { get: async () => server },
      });
      expect(await gather(given)).toEqual({
        kind: 'preflight-failed',
        serverConnected,
        reason: 'connection_failed',
        evidence: [seen],
      });
      expect(given.budget.takeSlot).not.toHaveBeenCalled();
      expect(given.newKeyAndCsr).not.toHaveBeenCalled();
    },
  );

  it('before the CA is asked, a spent budget costs no look at DNS, no probe, no slot and no key', async () => {
    const given = ports({ budget: { isSpent: async () => true, takeSlot: vi.fn() } });
    expect(await gather(given)).toMatchObject({ kind: 'slot-refused' });
    for (const port of [given.lookAtCname, given.preflight, given.budget.takeSlot, given.newKeyAndCsr])
      expect(port).not.toHaveBeenCalled();
  });

  it('before the CA is asked, a spent budget does not hide an obstacle whose window goes on', async () => {
    const lookAtCname = async () => ({ kind: 'cname-missing' as const, evidence: [seen] });
    const given = ports({ lookAtCname, budget: { isSpent: async () => true, takeSlot: async () => false } });
    const obstructed = aDomain('preparing', {
      issuance: { certificateRequestId: 'creq_1', preflightDeadlineAt: iso(3600 * SECOND) },
    } as Partial<Domain>);
    expect(await gather(given, obstructed)).toEqual({ kind: 'cname-gone', evidence: [seen] });
    const gone = ports({ budget: { isSpent: async () => true, takeSlot: async () => false } });
    expect(await gather(gone, obstructed)).toMatchObject({ kind: 'slot-refused' });
  });

  it('before the CA is asked, a budget that is spent meanwhile makes no key', async () => {
    const given = ports({ budget: { isSpent: async () => false, takeSlot: async () => false } });
    expect(await gather(given)).toMatchObject({ kind: 'slot-refused' });
    expect(given.newKeyAndCsr).not.toHaveBeenCalled();
  });

  it.each([
    [0, 60],
    [17, 43],
    [59, 1],
  ])(
    'before the CA is asked, an order refused at second %d of the minute comes back in another',
    async (second, restOfMinute) => {
      const given = ports({ budget: { isSpent: async () => true, takeSlot: vi.fn() } });
      const { observation } = await prepareIssuance(given).gather(aDomain('preparing'), later(second * SECOND), timings);
      expect(observation).toEqual({ kind: 'slot-refused', retryAfterSeconds: restOfMinute + 7 });
    },
  );

  it.each([
    [0, 30],
    [30, 30],
    [31, 31],
    [600, 600],
    [601, 600],
    [86_400, 600],
  ])(
    'before the CA is asked, after %d seconds of waiting for a slot, the next look is spread over %d',
    async (waited, spread) => {
      const given = ports({ budget: { isSpent: async () => true, takeSlot: vi.fn() } });
      await gather(given, aDomain('preparing', { updatedAt: iso(-waited * SECOND) }));
      expect(given.jitterSeconds).toHaveBeenCalledExactlyOnceWith(spread);
    },
  );

  it('before the CA is asked, nothing is looked at and no slot is taken once the issuance window is over, and not a moment before', async () => {
    const inWindowUntil = (issuanceDeadlineAt: string) => ({
      ...aDomain('preparing'),
      issuance: { certificateRequestId: 'creq_1', issuanceDeadlineAt },
    });
    const given = ports();
    expect(await gather(given, inWindowUntil(iso(0)))).toEqual({ kind: 'window-over' });
    for (const port of [given.budget.isSpent, given.lookAtCname, given.preflight, given.budget.takeSlot])
      expect(port).not.toHaveBeenCalled();
    expect(await gather(given, inWindowUntil(iso(1)))).toMatchObject({ kind: 'preflight-passed' });
  });
});
