import { describe, expect, it, vi } from 'vitest';
import { evidence } from '../../../lambdas/domains/evidence.ts';
import type { Server } from '../../../lambdas/installation/server.schema.ts';
import { unclaimedServer } from '../../../lambdas/installation/server.ts';
import { type PreparationPorts, prepareIssuance } from '../../../lambdas/issuance/prepare-issuance.ts';
import { aDomain, NOW, timings } from '../a-domain.ts';

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
    preflight: vi.fn<PreparationPorts['preflight']>(async () => ({ kind: 'passed' })),
    servers: { get: async () => connected },
    budget: { takeSlot: vi.fn<PreparationPorts['budget']['takeSlot']>(async () => ({ kind: 'granted' })) },
    jitterSeconds: () => 7,
    newKeyAndCsr: vi.fn<PreparationPorts['newKeyAndCsr']>(async () => ({ privateKeyPem: 'PRIVATE', csr: 'CSR' })),
    seal: vi.fn<PreparationPorts['seal']>(async () => sealedKey),
    ...overrides,
  };
}

async function gather(given: ReturnType<typeof ports>, domain = aDomain('preparing')) {
  return (await prepareIssuance(given).gather(domain, NOW, timings)).seen;
}

describe('before the CA is asked', () => {
  it('DNS, the challenge path and our budget are made sure of, and a key is sealed', async () => {
    const given = ports();
    expect(await gather(given)).toEqual({ kind: 'preflight-passed', grantedAt: NOW.toISOString(), sealedKey, csr: 'CSR' });
    expect(given.seal).toHaveBeenCalledWith('PRIVATE', expect.objectContaining({ organizationId: 'org_A' }));
  });

  it('an earlier key and CSR of the same request are used again', async () => {
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
    'a CNAME that is gone (%s) stops it before anything else',
    async (kind) => {
      const lookAtCname = async () => ({ kind, actualTarget: 'elsewhere.net', evidence: [seen] });
      const given = ports({ lookAtCname });
      expect(await gather(given)).toEqual({ kind: 'cname-gone', evidence: [seen] });
      expect(given.preflight).not.toHaveBeenCalled();
      expect(given.budget.takeSlot).not.toHaveBeenCalled();
    },
  );

  it('DNS that gives no answer does not stop it', async () => {
    const given = ports({ lookAtCname: async () => ({ kind: 'dns-unknown', evidence: [] }) });
    expect(await gather(given)).toMatchObject({ kind: 'preflight-passed' });
  });

  it.each([
    ['with a machine', connected, true],
    ['without a machine', lonely, false],
    ['that is gone', undefined, false],
  ])(
    'a challenge path that does not answer costs no slot and no key; a server %s is told apart',
    async (_, server, serverConnected) => {
      const given = ports({ preflight: async () => ({ kind: 'failed', evidence: seen }), servers: { get: async () => server } });
      expect(await gather(given)).toEqual({ kind: 'preflight-failed', serverConnected, evidence: [seen] });
      expect(given.budget.takeSlot).not.toHaveBeenCalled();
      expect(given.newKeyAndCsr).not.toHaveBeenCalled();
    },
  );

  it('a spent budget waits for the next minute and a jitter, and makes no key', async () => {
    const given = ports({ budget: { takeSlot: async () => ({ kind: 'spent', minuteEndsInSeconds: 20 }) } });
    expect(await gather(given)).toEqual({ kind: 'slot-refused', retryAfterSeconds: 27 });
    expect(given.newKeyAndCsr).not.toHaveBeenCalled();
  });
});
