import { describe, expect, it } from 'vitest';
import type { Phase } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { derOfPem } from '../../../../lambdas/steps/issuance/certificate-facts.ts';
import { said } from '../../a-domain.ts';
import { clock, DOMAIN_ID } from '../../api/api-caller.ts';
import { domainsApi } from '../../api/domains/a-creation.ts';
import { ARenewingDomain } from './a-renewing-domain.ts';

const { call } = domainsApi();
const ask = (method: string, path = '', body?: object) =>
  call({ method, path: `/api/domains/${DOMAIN_ID}${path}`, ...(body && { body }) });

const PHASES: Phase[] = ['preparing', 'ordering', 'authorizing', 'validating', 'finalizing', 'downloading', 'installing'];
/** With a healthy CA, one step passes through these phases. A failed request keeps the domain there. */
const TROUBLE: Partial<Record<Phase, RegExp>> = { authorizing: /POST .authz/, finalizing: /POST .finalize/ };
const MANY = 200;
const GONE = { kind: 'failed', reason: 'ECONNREFUSED' } as const;

async function renewingIn(phase: Phase): Promise<ARenewingDomain> {
  const world = new ARenewingDomain();
  const match = TROUBLE[phase];
  if (match) world.ca.instead.push({ match, result: GONE });
  await world.until(() => world.row?.phase === phase);
  return world;
}
const eventsOf = ({ events }: ARenewingDomain, name: string) => events.filter(({ event }) => event === name).length;
/** Asserts a domain at rest, with its certificate at this server only. */
function expectServed(world: ARenewingDomain, serverId: number): void {
  expect(said(world.row)).toMatchObject({ phase: 'active', sslStatus: 'active', dnsStatus: 'validated', serverId });
  expect(world.copies()).toEqual([serverId]);
  expect(world.unserved).toEqual([]);
}
const isAtRest = (world: ARenewingDomain) => () => world.row?.phase === 'active';

describe('a renewal that nobody interrupts', () => {
  it('takes one order, is told once, and leaves nothing of the former certificate', async () => {
    const world = await renewingIn('installing');
    expect(world.items.has(`DOMAIN#${DOMAIN_ID}|FORMER`)).toBe(true);
    await world.until(isAtRest(world));
    await world.forDays(1);
    expectServed(world, 1);
    expect([world.ca.orders.length, world.ca.certificates, eventsOf(world, 'certificate.renewed')]).toEqual([1, 1, 1]);
    expect(world.items.has(`DOMAIN#${DOMAIN_ID}|FORMER`)).toBe(false);
  });
});

describe.each(PHASES)('a renewal that is interrupted while %s', (phase) => {
  it('by a deletion leaves no copy, no key and no row, and goes on no more', async () => {
    const world = await renewingIn(phase);
    const { length } = world.ca.requests;
    expect((await ask('DELETE')).status).toBe(200);
    await world.until(() => world.row === undefined);
    await world.forDays(1);
    expect(world.copies()).toEqual([]);
    for (const item of ['FORMER', 'REVOCATION', 'ACTIONS', 'VISITOR_ACTIONS'])
      expect(world.items.has(`DOMAIN#${DOMAIN_ID}|${item}`)).toBe(false);
    expect(world.ca.requests).toHaveLength(length);
    expect([eventsOf(world, 'domain.deleted'), eventsOf(world, 'certificate.renewed')]).toEqual([1, 0]);
  });

  it('by a move arrives at the other server with one certificate, is never without, and leaves no copy behind', async () => {
    const world = await renewingIn(phase);
    expect((await ask('PATCH', '', { server_id: 2 })).status).toBe(200);
    await world.forDays(1);
    world.dnsLeadsTo = 2;
    await world.until(isAtRest(world), 5);
    await world.forDays(2);
    expectServed(world, 2);
    // A renewal that stopped before issuance begins again. An issued certificate is moved instead.
    expect(eventsOf(world, 'certificate.renewed')).toBe(1);
    expect(world.ca.certificates).toBe(1);
  });

  it('by a revocation is what takes the place of the revoked certificate, which is revoked then, once', async () => {
    const world = await renewingIn(phase);
    const { status, json } = await ask('POST', '/revoke', { reason: 'keyCompromise' });
    expect([status, json.revocation?.state]).toEqual([200, 'renewing']);
    expect(world.ca.revoked).toEqual([]);
    await world.until(() => isAtRest(world)() && world.row?.revocation === undefined);
    await world.forDays(1);
    expectServed(world, 1);
    expect(world.ca.revoked).toEqual([{ certificate: derOfPem(world.former).toString('base64url'), reason: 1 }]);
    expect([world.ca.certificates, eventsOf(world, 'certificate.renewed'), eventsOf(world, 'certificate.revoked')]).toEqual([
      1, 1, 1,
    ]);
    expect(world.items.has(`DOMAIN#${DOMAIN_ID}|REVOCATION`)).toBe(false);
  });

  it('by a revocation and then a deletion has the certificate revoked although nothing takes its place', async () => {
    const world = await renewingIn(phase);
    await ask('POST', '/revoke', { reason: 'keyCompromise' });
    world.ca.instead.push({ match: /revoke/, result: GONE });
    await ask('DELETE');
    await world.until(() => world.row === undefined);
    expect(world.ca.revoked).toHaveLength(1);
    expect([world.copies(), eventsOf(world, 'certificate.revoked')]).toEqual([[], 1]);
  });

  it('by somebody who asks for a retry or another renewal refuses both, and ends as if nobody had', async () => {
    const world = await renewingIn(phase);
    expect([(await ask('POST', '/retry')).status, (await ask('POST', '/renew')).status]).toEqual([409, 409]);
    await world.until(isAtRest(world));
    await world.forDays(1);
    expectServed(world, 1);
    expect([world.ca.orders.length, world.ca.certificates]).toEqual([1, 1]);
  });
});

describe('a revocation while a domain waits for somebody’s DNS', () => {
  it('renews and revokes at once, and the move goes on afterwards', async () => {
    const world = new ARenewingDomain(30);
    await ask('PATCH', '', { server_id: 2 });
    await world.until(() => world.row?.move?.state === 'awaiting_dns');
    expect((await ask('POST', '/revoke', { reason: 'keyCompromise' })).status).toBe(200);
    await world.until(() => world.ca.revoked.length === 1, 1);
    await world.forDays(1);
    expect(said(world.row)).toMatchObject({ phase: 'moving', sslStatus: 'active', serverId: 2 });
    expect(world.row).not.toHaveProperty('revocation');
    world.dnsLeadsTo = 2;
    await world.until(isAtRest(world), 3);
    await world.forDays(1);
    expectServed(world, 2);
    expect([world.ca.certificates, eventsOf(world, 'certificate.revoked')]).toEqual([1, 1]);
  });
});

describe('a revocation whose renewal fails', () => {
  it('waits for the one that succeeds, and the certificate is served until then', async () => {
    const world = new ARenewingDomain();
    await world.until(() => world.row?.phase === 'preparing');
    await ask('POST', '/revoke', { reason: 'superseded' });
    world.ca.answers(/^.order$/, {
      kind: 'answer',
      status: 403,
      headers: {},
      body: JSON.stringify({ type: 'urn:ietf:params:acme:error:rejectedIdentifier' }),
    });
    await world.until(() => (world.row?.served?.renewalFailures ?? 0) > 1, 5);
    expect(said(world.row)).toMatchObject({ sslStatus: 'active', revocation: { reason: 'superseded' } });
    expect([world.ca.revoked.length, world.unserved.length]).toEqual([0, 0]);
    world.ca.recovers();
    await world.until(() => world.row?.revocation === undefined, 5);
    expect(world.ca.revoked).toHaveLength(1);
    expectServed(world, 1);
  });

  it('is done at last by a CA that is down for two days when it is asked, and the domain is well meanwhile', async () => {
    const world = await renewingIn('installing');
    await ask('POST', '/revoke', { reason: 'keyCompromise' });
    const downUntil = clock.now.getTime() + 2 * 24 * 3600 * 1000;
    world.ca.instead.push(...Array.from({ length: MANY }, () => ({ match: /revoke/, result: GONE })));
    await world.until(() => clock.now.getTime() > downUntil);
    expect(said(world.row)).toMatchObject({
      phase: 'active',
      sslStatus: 'active',
      diagnosis: { code: 'ok' },
      revocation: { acmeError: expect.any(String) },
    });
    expect(said(world.row)).not.toHaveProperty('error');
    expect(MANY - world.ca.instead.length).toBeLessThan(40);
    world.ca.instead.length = 0;
    await world.until(() => world.row?.revocation === undefined, 2);
    await world.forDays(1);
    expect([world.ca.revoked.length, eventsOf(world, 'certificate.revoked')]).toEqual([1, 1]);
  });
});
