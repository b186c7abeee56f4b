import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { iso, timings } from '../../a-domain.ts';
import { AnIssuance, type CaStepName } from '../../steps/issuance/an-issuance.ts';

const TARGET = 'secret.validation.service.net';

async function byDns(): Promise<AnIssuance> {
  const issuance = await AnIssuance.prepared();
  issuance.domain = { ...issuance.domain, validation: { target: TARGET, state: 'ok' } } as Domain;
  return issuance;
}

describe('an order of a hostname that is validated by DNS', () => {
  it('has the digest of the key authorization shown at its label, for an hour', async () => {
    const issuance = await byDns();
    await issuance.run('create-order');
    const [{ value = '', ...proof } = {}] = issuance.proofs;
    expect(proof).toEqual({ label: 'secret', organizationId: 'org_A', domainId: issuance.domain.id, until: iso(3_600_000) });
    // RFC 8555, section 8.4: the value is the base64url of a SHA-256. No HTTP challenge is stored.
    expect(Buffer.from(value, 'base64url')).toHaveLength(createHash('sha256').digest().length);
    expect(issuance.challenges.size).toBe(0);
  });

  it('is answered only when the name servers show the proof, and looked after until then', async () => {
    const issuance = await byDns();
    expect(await issuance.run('create-order')).toEqual({ next: 'answer-challenge', waitSeconds: 0 });
    const waits = await issuance.run('answer-challenge');
    expect([waits.next, waits.waitSeconds >= timings.orderPollSeconds]).toEqual(['answer-challenge', true]);
    expect(issuance.ca.orders[0]?.answeredBy).toBeUndefined();
    issuance.isProofServed = true;
    expect((await issuance.run('answer-challenge')).next).toBe('poll-order');
    expect(issuance.ca.orders[0]?.answeredBy).toBe('dns-01');
    expect(new Set(issuance.proofs.map(({ value }) => value)).size).toBe(1);
  });

  it('leaves no proof behind once the CA has read it, and keeps it until then', async () => {
    const issuance = await byDns();
    issuance.isProofServed = true;
    await issuance.run('create-order');
    await issuance.run('poll-order');
    expect(issuance.withdrawn).toEqual([]);
    issuance.letCaWork();
    await issuance.run('poll-order');
    expect(issuance.withdrawn).toEqual(['secret']);
  });

  it('that the CA refuses leaves none either', async () => {
    const issuance = await byDns();
    issuance.isProofServed = true;
    await issuance.run('create-order');
    issuance.ca.validate('invalid');
    await issuance.run('poll-order');
    expect([issuance.domain.phase, issuance.withdrawn]).toEqual(['preparing', ['secret']]);
  });

  it('whose zone never shows the proof ends with its window, as any that the CA does not answer', async () => {
    const issuance = await byDns();
    let next: string = 'create-order';
    for (let turns = 0; turns < 500 && issuance.domain.phase !== 'failed' && issuance.domain.phase !== 'retiring'; turns += 1)
      ({ next } = await issuance.run((next === 'done' ? 'answer-challenge' : next) as CaStepName));
    expect(issuance.domain).toMatchObject({
      sslStatus: 'error',
      conditions: { failure: { found: { code: 'certificate_timeout' } } },
    });
  });
});

it('an order of a hostname that is validated by HTTP writes nothing into the zone', async () => {
  const issuance = await AnIssuance.prepared();
  await issuance.finish();
  expect([issuance.proofs, issuance.withdrawn, issuance.ca.orders[0]?.answeredBy]).toEqual([[], [], 'http-01']);
});
