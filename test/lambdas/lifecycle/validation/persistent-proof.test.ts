import { describe, expect, it } from 'vitest';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { AnIssuance } from '../../steps/issuance/an-issuance.ts';
import { CA_URL, InMemoryCa } from '../../steps/issuance/in-memory-ca.ts';

const DAY_MS = 86_400_000;

async function standing(): Promise<AnIssuance> {
  const issuance = await AnIssuance.prepared();
  const validation = { target: 'secret.validation.service.net', state: 'ok', stands: true };
  issuance.domain = { ...issuance.domain, validation } as Domain;
  return issuance;
}

describe('an order of a hostname whose record stands', () => {
  it.each([
    ['draft 00', { 'issuer-domain-names': ['ca.test'] }, undefined, `ca.test; accounturi=${CA_URL}/account/0`],
    [
      'draft 01',
      { 'issuer-domain-names': ['ca.test'], accounturi: `${CA_URL}/other/0` },
      undefined,
      `ca.test; accounturi=${CA_URL}/other/0`,
    ],
    [
      'draft 02',
      { issuerDomainNames: ['ca.test'] },
      { accountHashPrefix: `${CA_URL}/hash/` },
      new RegExp(`^ca\\.test; accounturi=${CA_URL}/hash/sha-256/[\\w-]{43}$`),
    ],
  ])('is answered once the zone has what the challenge asks for, by %s', async (_, challenge, meta, value) => {
    const issuance = await standing();
    Object.assign(issuance.ca, { standing: challenge, meta });
    await issuance.run('create-order');
    expect(issuance.ca.orders[0]?.answeredBy).toBeUndefined();
    issuance.isProofServed = true;
    await issuance.run('answer-challenge');
    expect(issuance.ca.orders[0]?.answeredBy).toBe('dns-persist-01');
    const matching = value instanceof RegExp ? expect.stringMatching(value) : value;
    expect(issuance.proofs.at(-1)).toMatchObject({ label: 'secret', domainId: issuance.domain.id, value: matching });
    expect(issuance.challenges.size).toBe(0);
  });

  it('leaves the record for longer than the next renewal takes, and withdraws nothing', async () => {
    const issuance = await standing();
    issuance.isProofServed = true;
    await issuance.finish();
    expect(issuance.domain.phase).toBe('installing');
    const [{ until = '' } = {}] = issuance.left;
    expect(Date.parse(until) - issuance.now.getTime()).toBeGreaterThan(200 * DAY_MS);
    expect(issuance.withdrawn).toEqual([]);
  });

  it.each([
    ['does not offer the challenge', undefined],
    ['names no issuer in it', { issuerDomainNames: [] }],
  ])('is placed at another CA where one %s, which is no fault of that CA', async (_, offered) => {
    const issuance = await standing();
    issuance.ca.standing = offered;
    issuance.remembersTrouble = true;
    issuance.fallbacks.push({ name: 'Second CA', ca: new InMemoryCa() });
    issuance.isProofServed = true;
    await issuance.run('create-order');
    await issuance.run('answer-challenge');
    expect(issuance.domain).toMatchObject({ phase: 'preparing', issuance: { passedOver: ['Test CA'] } });
    expect(issuance.healthOf('Test CA')).toBeUndefined();
    issuance.prepareAgain();
    await issuance.run('create-order');
    expect([issuance.domain.phase, issuance.fallbacks[0]?.ca.orders[0]?.answeredBy]).toEqual(['validating', 'dns-persist-01']);
  });

  it('waits at a CA that does not offer the challenge, and says so', async () => {
    const issuance = await standing();
    issuance.ca.standing = undefined;
    await issuance.run('create-order');
    await issuance.run('answer-challenge');
    expect([issuance.domain.phase, issuance.proofs]).toEqual(['authorizing', []]);
    expect(JSON.stringify(issuance.domain.conditions)).toContain('offers no dns-persist-01 challenge');
  });
});
