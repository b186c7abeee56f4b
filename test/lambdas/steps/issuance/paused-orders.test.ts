import { describe, expect, it } from 'vitest';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { Switches } from '../../../../lambdas/shared/switches/switches.store.ts';
import { aDomain, HOUR, NOW, said } from '../../a-domain.ts';
import { AnIssuance } from './an-issuance.ts';
import { InMemoryCa } from './in-memory-ca.ts';

const PAUSE: Switches['paused'][string] = { since: NOW.toISOString(), by: 'ann', reason: 'incident' };

async function anIssuance(paused: string[]): Promise<AnIssuance> {
  const issuance = await AnIssuance.prepared();
  issuance.remembersTrouble = true;
  issuance.paused = Object.fromEntries(paused.map((name) => [name, PAUSE]));
  return issuance;
}

async function waits(issuance: AnIssuance, hours: number): Promise<void> {
  const until = issuance.now.getTime() + hours * HOUR;
  for (let turns = 0; issuance.now.getTime() < until && turns < 10_000; turns += 1) await issuance.run(issuance.stepOfPhase());
}

/** Asserts three days of waiting without a request to the CA and without an error, with this diagnosis. */
async function waitsForDays(issuance: AnIssuance, observed: string): Promise<void> {
  await waits(issuance, 72);
  expect(issuance.ca.requests).toEqual([]);
  expect(said(issuance.domain)).toMatchObject({
    phase: 'ordering',
    sslStatus: 'pending',
    diagnosis: { code: 'ca_rate_limited', observed: expect.stringContaining(observed) },
  });
  expect(issuance.changes).toHaveLength(1);
}

/** Runs until the certificate is issued. Returns the CA that issued it. */
async function issued(issuance: AnIssuance): Promise<string | undefined> {
  for (let steps = 0; steps < 30 && issuance.domain.phase !== 'installing'; steps += 1) {
    if (issuance.domain.phase === 'preparing') issuance.prepareAgain(issuance.now);
    for (const ca of [issuance.ca, ...issuance.fallbacks.map((fallback) => fallback.ca)]) {
      ca.validate();
      ca.issue();
    }
    await issuance.run(issuance.stepOfPhase());
  }
  return issuance.certificates.at(-1)?.facts.ca;
}

describe('a domain whose order an operator has paused', () => {
  it.each(['orders', 'organization org_A', 'ca Test CA'])(
    'by %s asks the CA nothing for days, is no error, and goes on when that ends',
    async (name) => {
      const issuance = await anIssuance([name]);
      expect(issuance.domain.organizationId).toBe('org_A');
      await waitsForDays(issuance, 'operator of this service has paused');
      issuance.paused = {};
      expect(await issued(issuance)).toBe('Test CA');
    },
  );

  it.each(['organization org_B', 'ca Second CA', 'deliveries'])('is another one than that of %s', async (name) => {
    expect(await issued(await anIssuance([name]))).toBe('Test CA');
  });

  it('is finished if the CA has its order already', async () => {
    const issuance = await anIssuance([]);
    await issuance.run('create-order');
    issuance.paused = { orders: PAUSE, 'organization org_A': PAUSE };
    expect(await issued(issuance)).toBe('Test CA');
  });
});

describe('a domain that is validated by DNS, while the zone’s writer is behind,', () => {
  async function behind(validation: Domain['validation'], served?: Domain['served']): Promise<AnIssuance> {
    const issuance = await anIssuance([]);
    issuance.domain = { ...issuance.domain, ...(validation && { validation }), ...(served && { served }) } as Domain;
    issuance.isZoneBehind = true;
    issuance.isProofServed = true;
    return issuance;
  }
  const target = 'secret.validation.service.net';
  const byOrder = { target, state: 'ok' as const };
  const byRecord = { ...byOrder, stands: true as const };
  const { served } = aDomain('active');

  it.each([
    ['by a proof for each order', byOrder],
    ['by a record that its first order is to write', byRecord],
  ])('%s waits for days, is no error, asks the CA nothing, and is ordered afterwards', async (_, validation) => {
    const issuance = await behind(validation);
    await waitsForDays(issuance, 'its proof would come too late');
    issuance.isZoneBehind = false;
    await waits(issuance, 1);
    expect(issuance.ca.requests).not.toEqual([]);
  });

  it.each([
    ['a proof over HTTP', undefined, served],
    ['a record that stands since its last order', byRecord, served],
  ])('has no part in that with %s: it is ordered at once', async (_, validation, before) => {
    const issuance = await behind(validation, before);
    await issuance.run('create-order');
    expect(issuance.ca.requests).not.toEqual([]);
  });
});

describe('a CA that an operator has paused', () => {
  it('has its new orders placed at the next one', async () => {
    const issuance = await anIssuance(['ca Test CA']);
    issuance.fallbacks.push({ name: 'Second CA', ca: new InMemoryCa() });
    expect(await issued(issuance)).toBe('Second CA');
    expect(issuance.ca.requests).toEqual([]);
  });

  it('is asked nothing about an order that it has, and finishes it afterwards', async () => {
    const issuance = await anIssuance([]);
    issuance.isHeldUp = true;
    await issuance.run('create-order');
    issuance.paused = { 'ca Test CA': PAUSE };
    issuance.ca.requests.length = 0;
    await waits(issuance, 48);
    expect(issuance.ca.requests).toEqual([]);
    issuance.paused = {};
    expect(await issued(issuance)).toBe('Test CA');
  });
});
