/** @module-tag waits */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook, type WebhookEvent } from '../../../client/typescript/verify-webhook.ts';
import type { StoryName } from '../../../contract/test-mode.ts';
import { testTenantOf } from '../../../lambdas/model/accounts/tenant.ts';
import { STORIES } from '../../../lambdas/test-mode/stories.ts';
import { type Integrator, integrator } from '../integrator.ts';
import { EVERYTHING, newKey, newOrganization, raiseRequestLimits } from '../operator.ts';

// An integrator as in the guide: an Express application with one webhook endpoint and a test key.

const SECRET = 'a secret of the integrator';
/** The promise of docs/guides/test-mode.md. For all names at once: test/e2e/long/all-magic-names.test.ts. */
const ONE_NAME_SECONDS = 30;

const heard: WebhookEvent[] = [];
const application = express();
application.post('/webhooks', express.raw({ type: '*/*' }), (request, response) => {
  heard.push(verifyWebhook(request.body, request.headers, SECRET));
  response.sendStatus(204);
});
const server = createServer(application);
let us: Integrator;

beforeAll(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { organizationId } = await newOrganization(EVERYTHING);
  const tenant = testTenantOf(organizationId);
  us = integrator(tenant, await newKey(EVERYTHING, tenant));
  await raiseRequestLimits(tenant);
  await us.subscribe(`http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`, ['*'], { secret: SECRET });
});
afterAll(() => void server.close());

const eventsOf = (id: number) =>
  heard.filter((event) => 'domain_id' in event && event.domain_id === id).map(({ event }) => event);

const register = (story: StoryName, shop = 'shop') =>
  us.must('POST', '/domains', { url: `${shop}.${story}.magic.test`, server_id: 1 });

/** The domain at the end of its story, or its state at the time-out. */
async function domainAtEnd(id: number, story: StoryName) {
  const { code, reason } = STORIES[story].end;
  const deadline = Date.now() + ONE_NAME_SECONDS * 1000;
  for (;;) {
    const domain = await us.must('GET', `/domains/${id}`);
    const isThere = domain.diagnosis.code === code && domain.diagnosis.reason === reason;
    if (isThere || Date.now() > deadline) return domain;
    await sleep(250);
  }
}

describe('an integrator in test mode', () => {
  it.each([
    ['cname-not-found', undefined],
    ['proxied-dns', undefined],
    ['dns-validation-timeout', 'domain.validation_failed'],
    ['caa-forbids-issuance', 'domain.validated'],
    ['answered-by-wordpress', 'domain.validated'],
    ['certificate-request-failed', 'certificate.failed'],
    ['certificate-install-failed', 'certificate.failed'],
    ['renewal-fails', 'certificate.renewal_failed'],
    ['moves-away', 'domain.dns_changed'],
    ['certificate-expired', 'certificate.expired'],
  ] as const)('meets %s within seconds, with a signed event', async (story, event) => {
    const { id, livemode } = await register(story, 'ten');
    expect(livemode).toBe(false);
    const { diagnosis } = await domainAtEnd(id, story);
    const { code, reason } = STORIES[story].end;
    expect(diagnosis).toMatchObject({ code, ...(reason && { reason }) });
    await expect.poll(() => eventsOf(id), { timeout: ONE_NAME_SECONDS * 1000 }).toContain(event ?? 'domain.created');
  });

  it('sees the two longest stories come to their ends in this time, too', async () => {
    const begun = Date.now();
    const slow = await register('slow', 'long');
    const storm = await register('webhook-storm', 'long');
    await expect.poll(() => eventsOf(storm.id), { timeout: ONE_NAME_SECONDS * 1000 }).toContain('certificate.renewed');
    const left = ONE_NAME_SECONDS * 1000 - (Date.now() - begun);
    await expect.poll(() => eventsOf(slow.id), { timeout: Math.max(1, left) }).toContain('certificate.issued');
    console.info(`the two longest stories in ${Math.round((Date.now() - begun) / 1000)} s`);
  });

  it('hears of a server that goes silent', async () => {
    const { id } = await register('server-offline', 'silent');
    await domainAtEnd(id, 'server-offline');
    const offline = () => heard.find(({ event }) => event === 'server.offline');
    await expect
      .poll(offline, { timeout: ONE_NAME_SECONDS * 1000 })
      .toMatchObject({ data: { server: { id: 1, status: 'offline' } } });
  });

  it('sees before what a name will meet, and by a check what a domain has met, as its story has it', async () => {
    const look = (url: string) => us.must('POST', '/dns/look', { url, server_id: 1 });
    expect((await look('new.proxied-dns.magic.test')).diagnosis).toMatchObject({ code: 'proxied_dns' });
    expect((await look('new.caa-restricted.magic.test')).forecast).toBe('forbidden_by_caa');
    expect((await look('new.active.magic.test')).forecast).toBe('certificate');
    const { id } = await register('moves-away', 'checked');
    const { updated_at: reachedAt } = await domainAtEnd(id, 'moves-away');
    const checked = await us.must('POST', `/domains/${id}/check`);
    expect(checked.diagnosis).toMatchObject({ code: 'invalid_cname_target' });
    expect(Date.parse(checked.updated_at)).toBeGreaterThanOrEqual(Date.parse(reachedAt));
  });

  it('has a certificate for any other hostname, which stays right when it is checked', async () => {
    const { id } = await us.must('POST', '/domains', { url: 'shop.customer.com', server_id: 1 });
    expect((await domainAtEnd(id, 'active')).ssl_status).toBe('active');
    const { diagnosis, error } = await us.must('POST', `/domains/${id}/check`);
    expect([diagnosis.code, error]).toEqual(['ok', undefined]);
  });

  it('has a renewal within seconds of moving the clock past its time, and then deletes the domain', async () => {
    const { id } = await register('active', 'renewed');
    await domainAtEnd(id, 'active');
    const { ahead_seconds } = await us.must('POST', '/test/clock', { advance_seconds: 61 * 86_400 });
    expect(ahead_seconds).toBe(61 * 86_400);
    await expect.poll(() => eventsOf(id), { timeout: ONE_NAME_SECONDS * 1000 }).toContain('certificate.renewed');
    await us.must('DELETE', `/domains/${id}`);
    await expect.poll(() => eventsOf(id), { timeout: ONE_NAME_SECONDS * 1000 }).toContain('domain.deleted');
  });
});
