import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { api, connection, createDomain, diagnosedAs, dns, isActive, type Key, newHostname, until } from '../cloud.ts';
import { dispatchOrders, newOrganization, spendOrdersUntil, tellAgent } from '../operator.ts';

const HOUR_MS = 3_600_000;
const BULK = 4;
const PATIENCE_SECONDS = 90;

const anHour = () => new Date(Date.now() + HOUR_MS);

/** Resolves when the domain waits for an order. Call it one domain at a time, so that their order is known. */
async function waits(label: string, key?: Key): Promise<DomainResource> {
  return until(await created(label, key), diagnosedAs('ca_rate_limited'), PATIENCE_SECONDS, key);
}

async function created(label: string, key?: Key): Promise<number> {
  const url = newHostname(label);
  const { id, cname_target } = await createDomain(url, connection.server_id, key);
  // Server 1's agent also serves the other organization's server.
  await tellAgent(url);
  await dns.set(url, 'CNAME', [cname_target]);
  return id;
}

async function grantedAt(id: number, key?: Key): Promise<string | undefined> {
  const { body } = await api<{ data: { type: string; at: string }[] }>('GET', `/domains/${id}/events`, key && { key });
  return body.data.find(({ type }) => type === 'certificate.slot_granted')?.at;
}

/** Waits until the CA has its order: what follows does not depend on the queue. */
async function ordered(id: number, key?: Key): Promise<string> {
  await until(id, ({ diagnosis }) => diagnosis.code !== 'ca_rate_limited', PATIENCE_SECONDS, key);
  return (await grantedAt(id, key)) ?? expect.fail(`domain ${id} was never granted a slot`);
}

describe('the queue for orders', () => {
  let victim: Key;
  beforeAll(async () => {
    victim = (await newOrganization('domains.read,domains.write')).key;
  });
  afterAll(() => spendOrdersUntil(undefined));

  it("lets a bulk of one organization delay another's single name by one slot, and shows every name its place", async () => {
    await spendOrdersUntil(anHour());
    const bulk: number[] = [];
    for (let name = 0; name < BULK; name += 1) bulk.push((await waits('bulk')).id);
    const single = await waits('victim', victim);
    expect(single.diagnosis).toMatchObject({ actor: 'service', next_check_at: expect.any(String) });
    expect(single.diagnosis.evidence[0]?.answer).toMatch(/^place 2, expected at /);

    await spendOrdersUntil(undefined);
    await dispatchOrders();
    const ofVictim = await ordered(single.id, victim);
    const ofBulk = await Promise.all(bulk.map((id) => ordered(id)));
    expect(ofBulk).toEqual(ofBulk.toSorted());
    expect(ofBulk.filter((at) => at < ofVictim).length).toBeLessThanOrEqual(1);
  });

  it('moves on with each name that joins it while there is room, whether its dispatcher comes or not', async () => {
    await spendOrdersUntil(anHour());
    const { id } = await waits('first');
    await spendOrdersUntil(undefined);
    await until(await created('second'), isActive, PATIENCE_SECONDS);
    await until(id, isActive, PATIENCE_SECONDS);
  });
});
