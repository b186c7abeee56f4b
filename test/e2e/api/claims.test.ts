import { beforeAll, describe, expect, it } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { api, connection, createDomain, createWithCname, dns, isActive, type Key, newHostname, until } from '../cloud.ts';
import { newOrganization } from '../operator.ts';

interface Refusal {
  error: { code: string; details: { errors: Record<string, string[]>; claim?: { type: string; name: string; value: string } } };
}
const post = (url: string, key: Key, serverId = 1) =>
  api<DomainResource & Refusal>('POST', '/domains', { body: { url, server_id: serverId }, key });

describe('a hostname', () => {
  let stranger: Key;
  beforeAll(async () => {
    stranger = (await newOrganization('domains.read,domains.write')).key;
  });

  it('of an active domain, one in quarantine and one just claimed get strangers the same 422', async () => {
    const held = await createWithCname('held');
    await until(held.id, isActive);
    const quarantined = await createWithCname('quarantined');
    await until(quarantined.id, ({ dns_status }) => dns_status === 'validated');
    await api('DELETE', `/domains/${quarantined.id}`);
    const claimed = await createDomain(newHostname('claimed'));
    for (const { url } of [held, quarantined, claimed]) {
      const { status, body } = await post(url, stranger);
      expect(status).toBe(422);
      expect(body.error.details).toEqual({
        errors: { url: ['is not available; to prove that it is yours, publish this record'] },
        claim: { type: 'TXT', name: `_cps-claim.${url}`, value: expect.stringMatching(/^cps-claim=/) },
      });
    }
  });

  it('of an active domain is refused to the caller who shows the TXT record, without asking for it again', async () => {
    const held = await createWithCname('proven');
    await until(held.id, ({ dns_status }) => dns_status === 'validated');
    const { name = '', value = '' } = (await post(held.url, stranger)).body.error.details.claim ?? {};
    await dns.set(name, 'TXT', [value]);
    const { status, body } = await post(held.url, stranger);
    expect([status, body.error.details]).toEqual([
      422,
      { errors: { url: [expect.stringMatching(/^is proven to be yours, but another account serves it/)] } },
    ]);
  });

  it('that was never validated goes to the caller who shows the TXT record, in one POST', async () => {
    const squatted = await createDomain(newHostname('txt'));
    const refusal = await post(squatted.url, stranger);
    await dns.set(`_cps-claim.${squatted.url}`, 'TXT', [refusal.body.error.details.claim?.value ?? '']);
    expect((await post(squatted.url, stranger)).status).toBe(201);
    const loser = await until(squatted.id, ({ diagnosis }) => diagnosis.code === 'hostname_claimed');
    expect(loser.dns_status).toBe('error');
  });

  it('that was never validated goes to the caller whose label the CNAME passes, in one POST', async () => {
    const mine = await post(newHostname('probe'), stranger);
    const squatted = await createDomain(newHostname('label'));
    await dns.set(squatted.url, 'CNAME', [mine.body.cname_target]);
    const { status, body } = await post(squatted.url, stranger);
    expect([status, body.cname_target]).toEqual([201, mine.body.cname_target]);
    await until(squatted.id, ({ diagnosis }) => diagnosis.code === 'hostname_claimed');
    const again = await api<Refusal>('POST', `/domains/${squatted.id}/retry`);
    expect(again.status).toBe(422);
  });

  it('in quarantine goes to the caller who proves it', async () => {
    const deleted = await createWithCname('proved');
    await until(deleted.id, ({ dns_status }) => dns_status === 'validated');
    await api('DELETE', `/domains/${deleted.id}`);
    const refusal = await post(deleted.url, stranger);
    expect(refusal.status).toBe(422);
    await dns.set(`_cps-claim.${deleted.url}`, 'TXT', [refusal.body.error.details.claim?.value ?? '']);
    expect((await post(deleted.url, stranger)).status).toBe(201);
  });

  it("that is the organization's own is named by its id", async () => {
    const { id, url } = await createDomain(newHostname('again'));
    const { status, body } = await post(url.toUpperCase(), connection);
    expect([status, body.error.details]).toEqual([
      422,
      { errors: { url: [expect.stringContaining('details.existing_domain_id')] }, existing_domain_id: id },
    ]);
  });
});
