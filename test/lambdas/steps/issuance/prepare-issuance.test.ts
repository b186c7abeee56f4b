import { describe, expect, it, vi } from 'vitest';
import type { CaaObservation } from '../../../../lambdas/dns/look-at-caa.ts';
import { withServed } from '../../../../lambdas/lifecycle/transition.ts';
import { evidence } from '../../../../lambdas/model/domains/diagnosis/conditions.ts';
import { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { AgentServer } from '../../../../lambdas/model/servers/server.schema.ts';
import { unclaimedServer } from '../../../../lambdas/model/servers/server.ts';
import { pausesIn } from '../../../../lambdas/shared/switches/switches.store.ts';
import { type PreparationPorts, prepareIssuance } from '../../../../lambdas/steps/issuance/prepare-issuance.ts';
import { aDomain, iso, issued, NOW, SECOND, timings } from '../../a-domain.ts';
import { ALWAYS, grantedAt, QUEUED } from '../../ca-limits/open-slots.ts';
import { neverPaused } from '../../never-paused.ts';
import { NO_CLOUDFRONT, TOLD_AGENTS } from './told-agents.ts';

const sealedKey = { dataKey: 'new', iv: '', tag: '', ciphertext: '' };
const seen = evidence('http', 'GET http://shop.customer.com/', 'HTTP 404', NOW);
const lonely = unclaimedServer('org_A', 1, 'abcdefghijklmnop', NOW);
const connected: AgentServer = { ...lonely, machineCount: 1 };

function ports(overrides: Partial<PreparationPorts> = {}) {
  return {
    lookAtCname: vi.fn<PreparationPorts['lookAtCname']>(async () => ({ kind: 'cname-matched', evidence: [] })),
    lookAtValidation: vi.fn<PreparationPorts['lookAtValidation']>(async () => ({ kind: 'cname-matched', evidence: [] })),
    cloudFront: NO_CLOUDFRONT,
    lookAtCaa: vi.fn<PreparationPorts['lookAtCaa']>(async () => [{ kind: 'caa-allows' }]),
    preflight: vi.fn<PreparationPorts['preflight']>(async () => ({ kind: 'passed' })),
    servers: { get: async () => connected },
    hostnameWrites: TOLD_AGENTS,
    slots: { ...ALWAYS, offer: vi.fn(ALWAYS.offer), stillQueued: vi.fn(ALWAYS.stillQueued) },
    paused: neverPaused,
    isZoneBehind: vi.fn(async () => false),
    caNames: ['Test CA'] as PreparationPorts['caNames'],
    clock: () => NOW,
    dispatch: vi.fn(async () => {}),
    announceTenant: vi.fn(async () => {}),
    newKeyAndCsr: vi.fn<PreparationPorts['newKeyAndCsr']>(async () => ({ privateKeyPem: 'PRIVATE', csr: 'CSR' })),
    sealPrivateKey: vi.fn<PreparationPorts['sealPrivateKey']>(async () => sealedKey),
    ...overrides,
  };
}

async function gather(given: ReturnType<typeof ports>, domain = aDomain('preparing')) {
  return (await prepareIssuance(given, given).gather(domain, { now: NOW, timings })).observation;
}

describe('before the CA is asked about a hostname that is validated by DNS', () => {
  const byDns = { ...aDomain('preparing'), validation: { target: 'secret.validation.service.net', state: 'ok' as const } };

  it('its record is checked, and neither its traffic nor its challenge path', async () => {
    const given = ports();
    expect(await gather(given, byDns)).toMatchObject({ kind: 'preflight-passed' });
    expect(given.lookAtCname).not.toHaveBeenCalled();
    expect(given.preflight).not.toHaveBeenCalled();
    expect(given.lookAtCaa).toHaveBeenCalledWith(byDns.url, NOW, 'dns-01');
  });

  it.each(['cname-missing', 'cname-elsewhere', 'dns-unknown'] as const)('nothing is ordered where it is %s', async (kind) => {
    const dns = kind === 'cname-elsewhere' ? { kind, actualTarget: 'x.net', evidence: [] } : { kind, evidence: [] };
    const given = ports({ lookAtValidation: vi.fn(async () => dns) });
    expect(await gather(given, byDns)).toEqual({ kind: 'validation-gone', dns });
    expect(given.sealPrivateKey).not.toHaveBeenCalled();
  });
});

describe('before the CA is asked', () => {
  it('DNS, the challenge path and our budget are checked, and a key is sealed', async () => {
    const given = ports();
    expect(await gather(given)).toEqual({ kind: 'preflight-passed', slot: grantedAt(NOW), sealedKey, csr: 'CSR' });
    expect(given.sealPrivateKey).toHaveBeenCalledWith('PRIVATE', expect.objectContaining({ organizationId: 'org_A' }));
  });

  it('the agents of its server are told of the hostname, whose challenges they do not pass on otherwise', async () => {
    const order: string[] = [];
    const note =
      <T>(what: string, answer: T) =>
      async () => {
        order.push(what);
        return answer;
      };
    const given = ports({
      hostnameWrites: {
        expected: { toldAt: async () => undefined, list: note('listed', undefined), markTold: note('told', undefined) },
        servers: { raiseRevision: note('raised', connected) },
      },
      preflight: note('preflight', { kind: 'passed' as const }),
    });
    await gather(given);
    expect(order).toEqual(['listed', 'raised', 'told', 'preflight']);
  });

  it('an earlier key and CSR of the same request are used again', async () => {
    const given = ports();
    const kept = { certificateRequestId: 'creq_1', sealedKey: { ...sealedKey, dataKey: 'kept' }, csr: 'KEPT' };
    expect(await gather(given, { ...aDomain('preparing'), issuance: kept })).toMatchObject({
      sealedKey: kept.sealedKey,
      csr: 'KEPT',
    });
    expect(given.newKeyAndCsr).not.toHaveBeenCalled();
    expect(given.sealPrivateKey).not.toHaveBeenCalled();
  });

  it.each(['cname-missing', 'cname-elsewhere'] as const)(
    'a CNAME that is gone (%s) stops it before anything else',
    async (kind) => {
      const lookAtCname = async () => ({ kind, actualTarget: 'elsewhere.net', evidence: [seen] });
      const given = ports({ lookAtCname });
      expect(await gather(given)).toEqual({ kind: 'cname-gone', dns: await lookAtCname() });
      expect(given.preflight).not.toHaveBeenCalled();
      expect(given.slots.offer).not.toHaveBeenCalled();
    },
  );

  it('DNS that gives no answer does not stop it', async () => {
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
  ])('CAA records %s stop it: no slot and no key are spent, whatever the challenge path does', async (_, caa, more) => {
    const diagnosis = { code: 'caa_forbids_issuance', ...more };
    const unreached = async () => ({ kind: 'failed' as const, mayBlockOnlyUs: true, evidence: [seen] });
    for (const given of [
      ports({ lookAtCaa: async () => [caa] }),
      ports({ lookAtCaa: async () => [caa], preflight: unreached }),
    ]) {
      expect(await gather(given)).toEqual({ kind: 'caa-forbids', diagnosis });
      for (const port of [given.slots.offer, given.newKeyAndCsr]) expect(port).not.toHaveBeenCalled();
    }
  });

  it('silence about CAA does not stop it, nor do failing name servers that say nothing else either', async () => {
    expect(await gather(ports({ lookAtCaa: async () => [{ kind: 'caa-unknown' }] }))).toMatchObject({ kind: 'preflight-passed' });
    const silent = ports({
      lookAtCaa: async () => [unreadable],
      lookAtCname: async () => ({ kind: 'dns-unknown', evidence: [] }),
    });
    expect(await gather(silent)).toMatchObject({ kind: 'preflight-passed' });
  });

  it.each([
    ['with a machine', connected, true],
    ['without a machine', lonely, false],
    ['that is gone', undefined, false],
  ])(
    'a challenge path that does not answer costs no slot and no key; a server %s is told apart',
    async (_, server, serverConnected) => {
      const given = ports({
        preflight: async () => ({ kind: 'failed', mayBlockOnlyUs: true, reason: 'connection_failed', evidence: [seen] }),
        servers: { get: async () => server },
      });
      expect(await gather(given)).toEqual({
        kind: 'preflight-failed',
        serverConnected,
        reason: 'connection_failed',
        evidence: [seen],
      });
      expect(given.slots.offer).not.toHaveBeenCalled();
      expect(given.newKeyAndCsr).not.toHaveBeenCalled();
    },
  );

  it('a name without a slot joins the queue when its preflight has passed, keeps its key for its turn, and has those who stand first granted', async () => {
    const given = ports({ slots: { ...ALWAYS, offer: async () => QUEUED } });
    const step = prepareIssuance(given, given);
    const { observation } = await step.gather(aDomain('preparing'), { now: NOW, timings });
    expect(given.preflight).toHaveBeenCalledOnce();
    const { domain } = step.decide(aDomain('preparing'), observation, { now: NOW, timings });
    expect(domain).toMatchObject({ phase: 'preparing', issuance: { place: QUEUED.place, sealedKey, csr: 'CSR' } });
    await step.announce?.(domain, NOW, observation);
    expect(given.dispatch).toHaveBeenCalledOnce();
    await step.announce?.(aDomain('ordering'), NOW, observation);
    expect(given.dispatch).toHaveBeenCalledOnce();
  });

  it('a name that waits is not checked again, keeps its place, and joins again where that is missing', async () => {
    const given = ports();
    const waiting = aDomain('preparing', {
      issuance: { certificateRequestId: 'creq_1', place: QUEUED.place },
    } as Partial<Domain>);
    const observation = await gather(given, waiting);
    expect(observation).toEqual({ kind: 'still-queued', slot: QUEUED });
    expect(prepareIssuance(given, given).decide(waiting, observation, { now: NOW, timings })).toMatchObject({
      rests: true,
      spends: QUEUED.spends,
    });
    for (const port of [given.lookAtCname, given.preflight, given.slots.offer, given.newKeyAndCsr])
      expect(port).not.toHaveBeenCalled();
  });

  it('a name for which the CA issues no more reads until when', async () => {
    const spent = { kind: 'slot-not-before' as const, at: iso(3600 * SECOND) };
    expect(await gather(ports({ slots: { ...ALWAYS, offer: async () => spent } }))).toMatchObject({ slot: spent });
  });

  it('a slot is requested when the key is sealed: KMS that fails has cost nothing', async () => {
    const given = ports({ sealPrivateKey: async () => Promise.reject(new Error('throttled')) });
    await expect(gather(given)).rejects.toThrow('throttled');
    expect(given.slots.offer).not.toHaveBeenCalled();
  });

  it('a step that lost the race for a slot requests another, and checks nothing else again', async () => {
    const offer = vi.fn(ALWAYS.offer);
    const given = ports({ slots: { ...ALWAYS, offer } });
    const step = prepareIssuance(given, given);
    const gathered = await step.gather(aDomain('preparing'), { now: NOW, timings });
    offer.mockResolvedValueOnce(QUEUED);
    const again = await step.readAgain?.(aDomain('preparing'), gathered, NOW);
    expect(again?.observation).toEqual({ ...gathered.observation, slot: QUEUED });
    for (const port of [given.lookAtCname, given.preflight, given.sealPrivateKey]) expect(port).toHaveBeenCalledOnce();
  });

  it('a renewal that names its certificate needs no slot where the CA counts none, and one where it does', async () => {
    const renewal = aDomain('preparing', {
      served: { certificate: { ...issued, ca: 'Test CA', ariId: 'aki.serial' } },
    });
    const uncounted = ports({ slots: { ...ALWAYS, exemptsReplacements: true, offer: vi.fn(ALWAYS.offer) } });
    expect(await gather(uncounted, renewal)).toMatchObject({ kind: 'preflight-passed' });
    expect(uncounted.slots.offer).not.toHaveBeenCalled();
    await gather(uncounted, withServed(renewal, { certificate: { ...issued, ca: 'Another CA', ariId: 'aki.serial' } }));
    expect(uncounted.slots.offer).toHaveBeenCalledOnce();
    const counted = ports();
    await gather(counted, renewal);
    expect(counted.slots.offer).toHaveBeenCalledOnce();
  });

  it('a renewal that needs no slot waits in the queue all the same while an operator has paused new orders', async () => {
    const renewal = aDomain('preparing', { served: { certificate: { ...issued, ca: 'Test CA', ariId: 'aki.serial' } } });
    const pause = { since: NOW.toISOString(), by: 'ann', reason: 'incident' };
    const isPaused = async () => pausesIn({ paused: { orders: pause } });
    const paused = ports({ paused: isPaused, slots: { ...ALWAYS, exemptsReplacements: true, offer: vi.fn(ALWAYS.offer) } });
    await gather(paused, renewal);
    expect(paused.slots.offer).toHaveBeenCalledExactlyOnceWith(renewal, NOW, 'operator');
  });

  it('a renewal that needs no slot takes none while the zone is behind, either, and waits for that with its order', async () => {
    const validation = { target: 'secret.validation.service.net', state: 'ok' as const };
    const served = { certificate: { ...issued, ca: 'Test CA', ariId: 'aki.serial' } };
    const slots = { ...ALWAYS, exemptsReplacements: true, offer: vi.fn(ALWAYS.offer) };
    const behind = ports({ isZoneBehind: async () => true, slots });
    expect(await gather(behind, aDomain('preparing', { validation, served }))).toMatchObject({
      slot: { kind: 'slot-not-needed' },
    });
    expect(slots.offer).not.toHaveBeenCalled();
  });

  it('nothing is checked and no slot is taken once the issuance window is over, and not a moment before', async () => {
    const inWindowUntil = (issuanceDeadlineAt: string) => ({
      ...aDomain('preparing'),
      issuance: { certificateRequestId: 'creq_1', issuanceDeadlineAt },
    });
    const given = ports();
    expect(await gather(given, inWindowUntil(iso(0)))).toEqual({ kind: 'window-over' });
    for (const port of [given.lookAtCname, given.preflight, given.slots.offer]) expect(port).not.toHaveBeenCalled();
    expect(await gather(given, inWindowUntil(iso(1)))).toMatchObject({ kind: 'preflight-passed' });
  });
});

describe('before one of several CAs is asked', () => {
  const forbids: CaaObservation = { kind: 'caa-forbids', changes: [], evidence: [seen] };
  const allows: CaaObservation = { kind: 'caa-allows' };
  const unjudged: CaaObservation = { kind: 'caa-unjudged' };
  const caNames = ['CA 0', 'CA 1', 'CA 2'] as const;
  const looking = (...checks: CaaObservation[]) => ports({ caNames, lookAtCaa: async () => checks });

  it.each<[string, CaaObservation[], object]>([
    ['those that CAA records forbid', [forbids, allows, forbids], { forbids: ['CA 0', 'CA 2'] }],
    ['those that could not be judged', [unjudged, allows, unjudged], { unjudged: ['CA 0', 'CA 2'] }],
    ['either', [forbids, unjudged, allows], { forbids: ['CA 0'], unjudged: ['CA 1'] }],
  ])('the row has %s', async (_, checks, caa) => {
    const given = looking(...checks);
    const observation = await gather(given);
    expect(observation).toMatchObject({ kind: 'preflight-passed', caa });
    const { domain } = prepareIssuance(given, given).decide(aDomain('preparing'), observation, { now: NOW, timings });
    expect(domain).toMatchObject({ phase: 'ordering', issuance: { caa, preparedAt: NOW.toISOString() } });
    expect(Domain.parse(domain)).toEqual(domain);
  });

  it('CAA records that forbid all of them stop it', async () => {
    const given = looking(forbids, forbids, forbids);
    expect(await gather(given)).toMatchObject({ kind: 'caa-forbids' });
    expect(given.slots.offer).not.toHaveBeenCalled();
  });

  it('CAA records that allow only one that has refused the name stop it', async () => {
    const issuance = { certificateRequestId: 'creq_1', passedOver: ['CA 1'] };
    const given = looking(forbids, allows, forbids);
    expect(await gather(given, { ...aDomain('preparing'), issuance })).toMatchObject({ kind: 'caa-forbids' });
    expect(given.slots.offer).not.toHaveBeenCalled();
  });

  it('a row has nothing of CAA that allows all of them', async () => {
    expect(await gather(looking(allows, allows, allows))).not.toHaveProperty('caa');
  });
});
