/** @module-tag waits */
import { describe, expect, it, vi } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import {
  api,
  connection,
  createDomain,
  createWithCname,
  diagnosedAs,
  dns,
  isActive,
  type Key,
  newHostname,
  until,
} from '../cloud.ts';
import { enrolledMachine } from '../enrolled-machine.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { served } from '../served.ts';

/** The test cloud's DNS window of 75 s (local/stage.ts), which only time closes, and some checks. */
const PAST_THE_WINDOW_SECONDS = 150;

interface Refusal {
  error: { code: string; message: string; details?: Record<string, unknown> };
}
const call = (method: string, path: string, body?: unknown, key?: Key) =>
  api<Refusal & DomainResource>(method, path, { ...(body !== undefined && { body }), ...(key && { key }) });

// Concurrent: each test has its own hostnames, and one waits for the whole DNS window.

describe.concurrent('PATCH /domains/{id}', () => {
  it('answers 200: metadata is merged, a null removes its key, and nothing else changes', async () => {
    const { id } = await createDomain(newHostname('patched'));
    await call('PATCH', `/domains/${id}`, { metadata: { plan: 'a', colour: 'red' } });
    const { status, body } = await call('PATCH', `/domains/${id}`, {
      metadata: { plan: 'b', colour: null },
      send_notifications: false,
    });
    expect([status, body.metadata, body.send_notifications]).toEqual([200, { plan: 'b' }, false]);
  });

  it('answers 200: a new server serves first, and only then the old one lets go', async () => {
    const { id, url } = await createWithCname('moving');
    await until(id, isActive);
    const target = await api<{ id: number; cname_target: string }>('POST', '/servers', { body: { name: 'Second' } });
    expect(target.status).toBe(201);
    const moved = await call('PATCH', `/domains/${id}`, { server_id: target.body.id });
    expect(moved.body).toMatchObject({
      server_id: target.body.id,
      cname_target: target.body.cname_target,
      ssl_status: 'active',
      move: { from_server_id: connection.server_id },
      dns_records: [{ state: 'former', value: target.body.cname_target, observed: connection.cname_target }],
      diagnosis: { actor: expect.not.stringContaining('customer') },
    });
    // Both servers are the same Caddy here: serving the certificate proves nothing until a machine of the new server reports it.
    const unproven = await until(id, diagnosedAs('server_not_connected'));
    expect(unproven.move?.state).toBe('installing');
    const { service } = await enrolledMachine(target.body.id);
    const fingerprint = moved.body.certificate?.fingerprint_sha256 ?? '';
    const given = async () => {
      const answer = await service.certificates(undefined);
      const change = answer.kind === 'answered' ? answer.body.changes.find(({ hostname }) => hostname === url) : undefined;
      return change?.state === 'present' ? change.fingerprint_sha256 : undefined;
    };
    // The PATCH finds no connected machine; the next step announces the certificate to the server.
    await vi.waitFor(async () => expect(await given()).toBe(fingerprint), { timeout: PATIENCE_SECONDS * 1000, interval: 500 });
    await service.report({ handshakes: [{ hostname: url, fingerprint_sha256: fingerprint }] });
    const waiting = await until(id, ({ move }) => move?.state === 'awaiting_dns');
    expect(waiting).toMatchObject({
      ssl_status: 'active',
      dns_records: [{ state: 'former', value: target.body.cname_target, observed: connection.cname_target }],
      diagnosis: { code: 'ok', reason: 'former_server', actor: 'customer', fix: { records: [{ action: 'change', name: url }] } },
    });
    expect(waiting).not.toHaveProperty('error');
    expect((await served(url)).status).toBe(200);
    await dns.set(url, 'CNAME', [target.body.cname_target]);
    const settled = await until(id, (domain) => domain.move === undefined && domain.diagnosis.code === 'ok');
    expect(settled).toMatchObject({ ssl_status: 'active', dns_status: 'validated' });
    const deleted = await call('DELETE', `/servers/${target.body.id}`);
    expect([deleted.status, deleted.body.error.code]).toEqual([409, 'conflict']);
  });

  it.each([
    [{}],
    [{ url: 'other.customer.test' }],
    [{ server_id: '1' }],
    [{ metadata: { ['x'.repeat(41)]: 'y' } }],
    [{ nonsense: 1 }],
    [{ send_notifications: null }],
  ])('answers 422: %j', async (body) => {
    const { id } = await createDomain(newHostname('refused'));
    expect(await call('PATCH', `/domains/${id}`, body)).toMatchObject({
      status: 422,
      body: { error: { code: 'validation_error' } },
    });
  });
});

describe.concurrent('DELETE /domains/{id}', () => {
  it('answers 200: it is gone at once, its certificate soon, and its name can be used again', async () => {
    const { id, url } = await createWithCname('deleted');
    await until(id, isActive);
    const { status, body } = await call('DELETE', `/domains/${id}`);
    expect([status, body]).toEqual([200, { id, deleted: true }]);
    expect((await call('GET', `/domains/${id}`)).status).toBe(404);
    expect((await call('DELETE', `/domains/${id}`)).status).toBe(404);
    const again = await createDomain(url);
    expect(again.id).not.toBe(id);
    await until(again.id, isActive);
    expect((await served(url)).status).toBe(200);
  });

  it('answers 200: in the middle of an issuance, and nothing comes back', async () => {
    const { id } = await createWithCname('halfway');
    await call('DELETE', `/domains/${id}`);
    expect((await call('GET', `/domains/${id}`)).status).toBe(404);
    expect((await call('GET', `/domains/${id}/events`)).status).toBe(404);
  });
});

describe.concurrent('POST /domains/{id}/check', () => {
  it('answers 200: it sees a new CNAME at once; 429 for ten seconds after that', async () => {
    const { id, url } = await createDomain(newHostname('checked'));
    await until(id, diagnosedAs('cname_not_found'));
    await dns.set(url, 'CNAME', [connection.cname_target]);
    const { status, body } = await call('POST', `/domains/${id}/check`);
    expect([status, body.dns_status]).toEqual([200, 'validated']);
    const again = await call('POST', `/domains/${id}/check`);
    expect([again.status, again.body.error.details]).toMatchObject([429, { limit: 1, remaining: 0 }]);
    await until(id, isActive);
  });
});

describe.concurrent('POST /domains/{id}/retry', () => {
  it('answers 409: while there is nothing to be retried, saying when there is', async () => {
    const { id } = await createDomain(newHostname('fresh'));
    const { status, body } = await call('POST', `/domains/${id}/retry`);
    expect([status, body.error.code]).toEqual([409, 'conflict']);
    expect(body.error.message).toMatch(/error/);
  });

  it('answers 200: it starts over in place after the time-out of DNS, and gets to HTTPS', async () => {
    const { id, url } = await createDomain(newHostname('late'));
    await until(id, ({ dns_status }) => dns_status === 'error', PAST_THE_WINDOW_SECONDS);
    await dns.set(url, 'CNAME', [connection.cname_target]);
    const { status, body } = await call('POST', `/domains/${id}/retry`);
    expect([status, body.id, body.dns_status, body.ssl_status]).toEqual([200, id, 'pending', 'pending']);
    expect(body).not.toHaveProperty('error');
    await until(id, isActive);
  });
});

describe.concurrent('POST /domains/{id}/renew', () => {
  it('answers 409: before it is active; 200: with a new certificate, served all the while; 429: a second time in a day', async () => {
    const { id, url } = await createWithCname('renewed');
    expect((await call('POST', `/domains/${id}/renew`)).status).toBe(409);
    const before = await until(id, isActive);
    const { status, body } = await call('POST', `/domains/${id}/renew`);
    expect([status, body.ssl_status]).toEqual([200, 'active']);
    const serial = before.certificate?.serial_number;
    const after = await until(id, ({ certificate }) => certificate?.serial_number !== serial);
    expect(isActive(after)).toBe(true);
    expect(Date.parse(after.last_renewed ?? '')).toBeGreaterThan(Date.parse(before.last_renewed ?? ''));
    expect((await served(url)).fingerprintSha256).toBe(after.certificate?.fingerprint_sha256);
    expect((await call('POST', `/domains/${id}/renew`)).status).toBe(429);
  });
});
