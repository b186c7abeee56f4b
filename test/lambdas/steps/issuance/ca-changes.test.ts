import { describe, expect, it } from 'vitest';
import { actorFor, diagnosisOf } from '../../../../lambdas/model/domains/diagnosis-of.ts';
import { HOUR, SECOND, said } from '../../a-domain.ts';
import { AnIssuance, STEPS } from './an-issuance.ts';
import { InMemoryCa } from './in-memory-ca.ts';

const MINUTE = 60 * SECOND;

/** Runs steps in long-lived processes until the certificate is issued. */
async function goOn(issuance: AnIssuance, untilMs: number): Promise<void> {
  for (let steps = 0; issuance.domain.phase !== 'installing' && issuance.now.getTime() < untilMs; steps += 1) {
    expect(steps).toBeLessThan(1_000);
    expect(issuance.domain).toMatchObject({ sslStatus: 'pending' });
    if (issuance.domain.phase === 'preparing') issuance.prepareAgain();
    for (const ca of [issuance.ca, ...issuance.fallbacks.map((each) => each.ca)]) {
      ca.validate();
      ca.issue();
    }
    await issuance.run(issuance.stepOfPhase());
  }
}

describe.each(STEPS)('a CA that changes before %s', (name) => {
  it(`a CA that moves its resources before ${name} issues all the same, at once, by one order, and no other domain is told of trouble`, async () => {
    const issuance = await AnIssuance.readyFor(name);
    issuance.remembersTrouble = true;
    if (name === 'create-order') {
      await issuance.finish(); // so that its process knows the former directory
      issuance.domain = (await AnIssuance.prepared()).domain;
    }
    const [begunAt, orders] = [issuance.now.getTime(), issuance.ca.orders.length];
    issuance.ca.at = '/moved';
    await goOn(issuance, begunAt + HOUR);
    expect(issuance.domain.phase).toBe('installing');
    expect(issuance.now.getTime() - begunAt).toBeLessThan(MINUTE);
    expect(issuance.ca.orders.length - orders).toBe(name === 'create-order' ? 1 : 0);
    expect(issuance.healthOf('Test CA')).toBeUndefined();
  });

  it.each(['userActionRequired', 'externalAccountRequired', 'accountDoesNotExist'])(
    `a CA that refuses our account with %s before ${name} is waited for, alarmed on, told once to all as the operator’s matter, and issues when somebody has acted`,
    async (refusal) => {
      const issuance = await AnIssuance.readyFor(name);
      const alarms: unknown[] = [];
      issuance.log = (level, _message, facts) => void (level === 'error' && alarms.push(facts?.measured));
      issuance.remembersTrouble = true;
      issuance.ca.refusesAccountWith = refusal;
      const begunAt = issuance.now.getTime();
      await goOn(issuance, begunAt + 48 * HOUR);
      expect(said(issuance.domain)).toMatchObject({
        sslStatus: 'pending',
        error: { code: 'certificate_request_failed', details: { acme_error: expect.stringContaining(refusal) } },
      });
      expect(diagnosisOf(issuance.domain).diagnosis.reason).toBe('ca_account_refused');
      expect(actorFor(issuance.domain)).toBe('service');
      expect(alarms.length).toBeGreaterThan(0);
      expect(alarms).toEqual(alarms.map(() => ({ CaAccountRefused: 1 })));
      expect(issuance.healthOf('Test CA')).toMatchObject({ openedAt: expect.any(String) });
      issuance.ca.refusesAccountWith = undefined;
      await goOn(issuance, issuance.now.getTime() + 2 * HOUR);
      expect(issuance.domain.phase).toBe('installing');
      // An order that stays unknown is given up, which allows a second certificate.
      expect(issuance.ca.certificates).toBeLessThanOrEqual(refusal === 'accountDoesNotExist' ? 2 : 1);
      expect(issuance.changes.flatMap(({ events }) => events)).not.toContain('certificate.at_risk');
    },
  );

  it(`a CA that wants other terms of service agreed to before ${name} hands its order to the next one, unless it may have made a certificate of it`, async () => {
    const issuance = await AnIssuance.readyFor(name);
    issuance.remembersTrouble = true;
    const second = new InMemoryCa();
    issuance.fallbacks.push({ name: 'Second CA', ca: second });
    issuance.ca.refusesAccountWith = 'userActionRequired';
    issuance.restart();
    await goOn(issuance, issuance.now.getTime() + 3 * HOUR);
    const waits = name === 'finalize-order' || name === 'download-certificate';
    expect([issuance.domain.phase === 'installing', second.certificates]).toEqual(waits ? [false, 0] : [true, 1]);
  });
});
