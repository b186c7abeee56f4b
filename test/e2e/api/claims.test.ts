/** @module-tag waits */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import { age, ago } from '../age.ts';
import { api, connection, createDomain, createWithCname, dns, isActive, type Key, newHostname, until } from '../cloud.ts';
import { domains, newOrganization } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { served } from '../served.ts';

const IN_TIME = { timeout: PATIENCE_SECONDS * 1000, interval: 250 };

interface Refusal {
  error: {
    code: string;
    details: {
      errors: Record<string, string[]>;
      claim?: { type: string; name: string; value: string };
      transfer?: { state: string; until: string; reason?: string };
    };
  };
}
const TOLD = ['domain.transfer_requested', 'domain.updated', 'domain.transferred', 'domain.deleted'];
const OTHERS = new Set(['domain.created', 'domain.validated']);
/** Events of a domain after its first certificate. */
async function eventsOf(id: number): Promise<string[]> {
  const { body } = await api<{ data: { event: string }[] }>('GET', `/events?domain_id=${id}`);
  return body.data.map(({ event }) => event).filter((event) => event.startsWith('domain.') && !OTHERS.has(event));
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

  it('of an active domain moves to the caller who shows the TXT record, after 72 hours in which its holder may refuse', async () => {
    const held = await until((await createWithCname('proven')).id, isActive);
    const { name = '', value = '' } = (await post(held.url, stranger)).body.error.details.claim ?? {};
    await dns.set(name, 'TXT', [value]);
    const asked = await post(held.url, stranger);
    expect([asked.status, asked.body.error.details]).toMatchObject([422, { transfer: { state: 'requested' } }]);
    expect(asked.body.error.details).not.toHaveProperty('claim');
    const refusal = await api('PATCH', `/domains/${held.id}`, { body: { refuse_transfer: 'contract_runs' } });
    expect(refusal.body.transfer).toMatchObject({ state: 'refused', reason: 'contract_runs' });
    expect((await post(held.url, stranger)).body.error.details.transfer).toMatchObject({ reason: 'contract_runs' });

    await age(held.id, ({ transfer }) => ({ transfer: transfer && { ...omit(transfer, 'refused'), until: ago(0) } }));
    const facts = (await domains.get(held.id))?.served ?? expect.fail('it is not served');
    const taken = await post(held.url, stranger);
    expect(taken.status).toBe(201);
    expect((await api('GET', `/domains/${held.id}`)).status).toBe(404);
    await vi.waitFor(async () => expect(await eventsOf(held.id)).toEqual(TOLD), IN_TIME);
    expect((await post(held.url, connection)).body.error.details).toHaveProperty('claim');

    // DNS still points to the former holder, whose domain stays active.
    await vi.waitFor(async () => expect((await domains.get(held.id))?.execution.resumeAt).toBeDefined(), IN_TIME);
    expect((await served(held.url)).fingerprintSha256).toBe(held.certificate?.fingerprint_sha256);
    const isServed = { dnsStatus: 'validated', sslStatus: 'active', served: { ...facts, since: ago(1) } } as const;
    await age(taken.body.id, () => ({ ...isServed, phase: 'active' }));
    await vi.waitFor(async () => expect(await domains.get(held.id)).toBeUndefined(), IN_TIME);
    await vi.waitFor(() => expect(served(held.url)).rejects.toThrow(), IN_TIME);
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
