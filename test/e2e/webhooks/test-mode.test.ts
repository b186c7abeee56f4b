/** @module-tag waits */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyWebhook, type WebhookEvent } from '../../../client/verify-webhook.ts';
import { STORY_NAMES, type StoryName } from '../../../contract/test-mode.ts';
import { testTenantOf } from '../../../lambdas/model/accounts/tenant.ts';
import { STORIES } from '../../../lambdas/stories/stories.ts';
import { type Integrator, integrator } from '../integrator.ts';
import { EVERYTHING, newKey, newOrganization, raiseRequestLimits } from '../operator.ts';

// An integrator as the guide has it: an Express application with one address for webhooks, and a test key.

const SECRET = 'a secret of the integrator';
/** What the documentation promises, for one name and for all at once. */
const ONE_NAME_SECONDS = 30;
const ALL_NAMES_SECONDS = 60;

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

const register = (story: StoryName, shop = 'shop') =>
  us.must('POST', '/domains', { url: `${shop}.${story}.magic.test`, server_id: 1 });

async function ends(id: number, story: StoryName, seconds: number) {
  const { code, reason } = STORIES[story].end;
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const domain = await us.must('GET', `/domains/${id}`);
    const isThere = domain.diagnosis.code === code && domain.diagnosis.reason === reason;
    if (isThere || Date.now() > deadline) return domain;
    await sleep(250);
  }
}

const eventsOf = (id: number) =>
  heard.filter((event) => 'domain_id' in event && event.domain_id === id).map(({ event }) => event);

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
    const { diagnosis } = await ends(id, story, ONE_NAME_SECONDS);
    const { code, reason } = STORIES[story].end;
    expect(diagnosis).toMatchObject({ code, ...(reason && { reason }) });
    await expect.poll(() => eventsOf(id), { timeout: ONE_NAME_SECONDS * 1000 }).toContain(event ?? 'domain.created');
  });

  it('has a renewal within seconds of moving the clock past its time, and then deletes the domain', async () => {
    const { id } = await register('active', 'renewed');
    await ends(id, 'active', ONE_NAME_SECONDS);
    const { ahead_seconds } = await us.must('POST', '/test/clock', { advance_seconds: 61 * 86_400 });
    expect(ahead_seconds).toBe(61 * 86_400);
    await expect.poll(() => eventsOf(id), { timeout: ONE_NAME_SECONDS * 1000 }).toContain('certificate.renewed');
    await us.must('DELETE', `/domains/${id}`);
    await expect.poll(() => eventsOf(id), { timeout: ONE_NAME_SECONDS * 1000 }).toContain('domain.deleted');
  });

  it('meets all magic names at once within a minute', async () => {
    const begun = Date.now();
    const made = await Promise.all(STORY_NAMES.map(async (story) => ({ story, id: (await register(story)).id })));
    const ended = await Promise.all(
      made.map(async ({ story, id }) => ({ story, domain: await ends(id, story, ALL_NAMES_SECONDS) })),
    );
    const late = ended.flatMap(({ story, domain: { diagnosis } }) => {
      const { code, reason } = STORIES[story].end;
      return diagnosis.code === code && diagnosis.reason === reason ? [] : [[story, diagnosis.code, diagnosis.reason]];
    });
    expect(late).toEqual([]);
    console.info(`all magic names in ${Math.round((Date.now() - begun) / 1000)} s`);
    expect(Date.now() - begun).toBeLessThan(ALL_NAMES_SECONDS * 1000);
  });
});
