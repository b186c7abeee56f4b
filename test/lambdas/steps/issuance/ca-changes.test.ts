import { describe, expect, it } from 'vitest';
import { HOUR, SECOND, said } from '../../a-domain.ts';
import { AnIssuance, STEPS } from './an-issuance.ts';
import { InMemoryCa } from './in-memory-ca.ts';

const MINUTE = 60 * SECOND;

/** Goes on until the certificate is there, with processes that live on. */
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
      await issuance.finish(); // so that its process knows the directory of before
      issuance.domain = (await AnIssuance.prepared()).domain;
    }
    const [begunAt, orders] = [issuance.now.getTime(), issuance.ca.orders.length];
    issuance.ca.at = '/moved';
    await goOn(issuance, begunAt + HOUR);
    expect(issuance.domain.phase).toBe('installing');
    expect(issuance.now.getTime() - begunAt).toBeLessThan(MINUTE);
    expect(issuance.ca.orders.length - orders).toBe(name === 'create-order' ? 1 : 0);
    expect(issuance.health.get('Test CA')).toBeUndefined();
  });

  it(`a CA that wants other terms of service agreed to before ${name} is waited for, told once to all, and issues when somebody has`, async () => {
    const issuance = await AnIssuance.readyFor(name);
    issuance.remembersTrouble = true;
    issuance.ca.wantsAgreement = true;
    const begunAt = issuance.now.getTime();
    await goOn(issuance, begunAt + 48 * HOUR);
    expect(said(issuance.domain)).toMatchObject({
      sslStatus: 'pending',
      error: { code: 'certificate_request_failed', details: { acme_error: expect.stringContaining('userActionRequired') } },
    });
    expect(issuance.health.get('Test CA')).toMatchObject({ openedAt: expect.any(String) });
    issuance.ca.wantsAgreement = false;
    await goOn(issuance, issuance.now.getTime() + 2 * HOUR);
    expect(issuance.domain.phase).toBe('installing');
    expect(issuance.ca.certificates).toBe(1);
  });

  it(`a CA that wants other terms of service agreed to before ${name} hands its order to the next one, unless it may have made a certificate of it`, async () => {
    const issuance = await AnIssuance.readyFor(name);
    issuance.remembersTrouble = true;
    const second = new InMemoryCa();
    issuance.fallbacks.push({ name: 'Second CA', ca: second });
    issuance.ca.wantsAgreement = true;
    issuance.restart();
    await goOn(issuance, issuance.now.getTime() + 3 * HOUR);
    const waits = name === 'finalize-order' || name === 'download-certificate';
    expect([issuance.domain.phase === 'installing', second.certificates]).toEqual(waits ? [false, 0] : [true, 1]);
  });
});
