/** @module-tag waits */
import { execFileSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connection, createWithCname, isActive, newHostname, until } from '../cloud.ts';
import { busyIntegrator, type Integrator, integrator } from '../integrator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { answers, hangs, type Received, type Receiver, startReceiver } from '../receiver.ts';

// Integrators rely on this: every event arrives, signed, and can be read again.

// biome-ignore lint/suspicious/noExplicitAny: each answer is looked at by what the test expects of it
type Any = any;

const receivers: Receiver[] = [];
async function receiver(...behaviour: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...behaviour);
  receivers.push(started);
  return started;
}
afterAll(() => {
  for (const { close } of receivers) close();
});

const of = (event: string) => (all: Received[]) => all.some(({ json }) => json.event === event);
const eventsOf = (all: Received[]) => all.map(({ json }) => json.event);

function opensslHex(body: Buffer, secret: string): string {
  const printed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', secret], { input: body, encoding: 'utf8' });
  return printed.trim().split(' ').at(-1) ?? '';
}

/** Throws if one of the public libraries rejects the signature. */
function verifyByLibraries({ body, headers }: Received, secret: string): void {
  for (const Library of [StandardWebhook, SvixWebhook]) new Library(secret).verify(body.toString('utf8'), headers);
}

describe('a domain on its way', () => {
  it('is reported in signed events that public libraries and openssl verify, each once, and in the same words in the event log', async () => {
    const us = integrator(connection.organization_id, connection);
    const hooks = await receiver();
    const webhook = await us.subscribe(hooks.url);
    const domain = await createWithCname('told');
    await until(domain.id, isActive);
    const mine = (all: Received[]) => all.filter(({ json }) => json.domain_id === domain.id);
    const expected = [
      ...['domain.created', 'domain.validated', 'certificate.requested'],
      ...['certificate.installed', 'certificate.issued'],
    ];
    // The queue does not keep the order: the last event may come first.
    await hooks.until((all) => expected.every((event) => of(event)(mine(all))));
    const got = mine(hooks.received);
    for (const each of got) {
      verifyByLibraries(each, webhook.secret);
      expect(each.headers['x-service-signature']).toBe(`sha256=${opensslHex(each.body, webhook.secret)}`);
      expect(each.headers['webhook-id']).toBe(each.json.id);
      expect(each.json.data.domain.url).toBe(domain.url);
    }
    // On a busy machine the CA may miss the agent once, which takes a second order.
    expect([...new Set(eventsOf(got))].toSorted()).toEqual(expected.toSorted());
    expect(new Set(got.map(({ json }) => json.id)).size).toBe(got.length);
    const { data } = await us.must('GET', `/events?domain_id=${domain.id}`);
    const byId = new Map(got.map(({ json }) => [json.id, json]));
    expect(data.map((event: Any) => [event.event, event])).toEqual(data.map((event: Any) => [event.event, byId.get(event.id)]));
    expect(data).toHaveLength(got.length);
    const timeline = (await us.must('GET', `/domains/${domain.id}/events`)).data.map(({ type }: Any) => type);
    expect(timeline.filter((type: string) => type === 'delivery.succeeded').length).toBeGreaterThan(0);
    await us.must('DELETE', `/webhooks/${webhook.id}`);
  });
});

describe('deliveries', () => {
  let us: Integrator;
  let domainId: number;
  beforeAll(async () => {
    us = await busyIntegrator();
    domainId = (await us.must('POST', '/domains', { url: newHostname('hooked'), server_id: 1 })).id;
  });

  it('are made for the events that a webhook names, and for no others', async () => {
    const [named, all] = [await receiver(), await receiver()];
    const first = await us.subscribe(named.url, ['domain.deleted']);
    const second = await us.subscribe(all.url);
    const { id } = await us.must('POST', '/domains', { url: newHostname('named'), server_id: 1 });
    await us.must('DELETE', `/domains/${id}`);
    await all.until((got) => of('domain.created')(got) && of('domain.deleted')(got));
    await named.until(of('domain.deleted'));
    expect(eventsOf(named.received)).toEqual(['domain.deleted']);
    for (const webhook of [first, second]) await us.must('DELETE', `/webhooks/${webhook.id}`);
  });

  it('are not made for a domain without notifications, whose events are in the log all the same', async () => {
    const hooks = await receiver();
    const { id: webhookId } = await us.subscribe(hooks.url);
    const quiet = await us.must('POST', '/domains', { url: newHostname('quiet'), server_id: 1, send_notifications: false });
    await us.events(1, domainId, 200); // a later event, whose arrival ends the wait
    await hooks.until(of('domain.updated'));
    expect(hooks.received.filter(({ json }) => json.domain_id === quiet.id)).toEqual([]);
    expect((await us.must('GET', `/events?domain_id=${quiet.id}`)).data.map(({ event }: Any) => event)).toEqual([
      'domain.created',
    ]);
    await us.must('DELETE', `/webhooks/${webhookId}`);
  });

  it('that failed for good can be repeated, with the same id and the same bytes', async () => {
    const hooks = await receiver(answers(404, {}, 'no such path'));
    const { id: webhookId } = await us.subscribe(hooks.url, ['domain.updated']);
    await us.events(1, domainId, 300);
    await hooks.until(({ length }) => length === 1);
    const failed = await settled(us, webhookId);
    expect(failed).toMatchObject({ state: 'failed', attempts: [{ status: 404, reply: 'no such path' }] });
    hooks.behave(answers(200));
    const again = await us.must('POST', `/webhooks/${webhookId}/deliveries/${failed.id}/redeliver`);
    expect(again.state).toBe('pending');
    const [first, second] = await hooks.until(({ length }) => length === 2);
    expect(second?.body.equals(first?.body ?? Buffer.alloc(0))).toBe(true);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(await settled(us, webhookId)).toMatchObject({ state: 'succeeded', attempts: [{ status: 404 }, { status: 200 }] });
    await us.must('DELETE', `/webhooks/${webhookId}`);
  });

  it('missed by a disabled webhook are listed, and replayed once it is enabled', async () => {
    const hooks = await receiver();
    const { id: webhookId } = await us.subscribe(hooks.url, ['domain.updated']);
    const since = new Date(Date.now() - 1_000).toISOString();
    await us.must('PATCH', `/webhooks/${webhookId}`, { status: 'disabled' });
    await us.events(3, domainId, 400);
    expect((await us.call('POST', `/webhooks/${webhookId}/replay`, { since })).status).toBe(409);
    // The recipients are decided when the log stores an event.
    const logged = async () =>
      (await us.must('GET', '/events?limit=100&event=domain.updated')).data.map(({ data }: Any) => data.domain?.metadata.n);
    await expect
      .poll(logged, { timeout: PATIENCE_SECONDS * 1000, interval: 1_000 })
      .toEqual(expect.arrayContaining(['400', '401', '402']));
    const enabled = await us.must('PATCH', `/webhooks/${webhookId}`, { status: 'active' });
    expect(enabled.status).toBe('active');
    await sleep(1_500); // the absence of a delivery cannot be awaited
    expect(hooks.received).toEqual([]);
    expect((await us.must('POST', `/webhooks/${webhookId}/replay`, { since })).queued).toBe(3);
    const got = await hooks.until(({ length }) => length === 3);
    expect(got.map(({ json }) => json.data.domain.metadata.n).toSorted()).toEqual(['400', '401', '402']);
    expect((await us.must('POST', `/webhooks/${webhookId}/replay`, { since })).queued).toBe(0);
    await us.must('DELETE', `/webhooks/${webhookId}`);
  });

  it('are signed with both secrets while a rotation overlaps', async () => {
    const hooks = await receiver();
    const { id: webhookId, secret: former } = await us.subscribe(hooks.url, ['domain.updated']);
    const { secret: next } = await us.must('POST', `/webhooks/${webhookId}/rotate-secret`, { overlap_hours: 1 });
    await us.events(1, domainId, 500);
    const [during] = (await hooks.until(({ length }) => length === 1)) as [Received];
    verifyByLibraries(during, former);
    verifyByLibraries(during, next);
    expect(during.headers['x-service-signature']).toBe(`sha256=${opensslHex(during.body, former)}`);
    expect(during.headers['x-service-signature-next']).toBe(`sha256=${opensslHex(during.body, next)}`);
    const { secret: last } = await us.must('POST', `/webhooks/${webhookId}/rotate-secret`, { overlap_hours: 0 });
    await us.events(1, domainId, 501);
    const [, after] = (await hooks.until(({ length }) => length === 2)) as [Received, Received];
    verifyByLibraries(after, last);
    expect(() => verifyByLibraries(after, next)).toThrow();
    expect(after.headers['x-service-signature-next']).toBeUndefined();
    await us.must('DELETE', `/webhooks/${webhookId}`);
  });

  it('of a test say what the receiver answered, and that one hangs', async () => {
    const hooks = await receiver(answers(201, {}, 'thank you'));
    const { id: webhookId, secret } = await us.subscribe(hooks.url, ['certificate.issued']);
    const answered = await us.must('POST', `/webhooks/${webhookId}/test`, { event: 'certificate.issued', domain_id: domainId });
    expect(answered).toMatchObject({
      state: 'succeeded',
      event: 'certificate.issued',
      attempts: [{ status: 201, reply: 'thank you' }],
    });
    verifyByLibraries(hooks.received[0] as Received, secret);
    expect(hooks.received[0]?.headers['x-service-test']).toBe('true');
    expect(hooks.received[0]?.json).toMatchObject({ event: 'certificate.issued', domain_id: domainId, is_test: true });
    expect((await us.call('POST', `/webhooks/${webhookId}/test`)).status).toBe(429);
    hooks.behave(hangs);
    await sleep(10_000); // the rate limit of tests uses the clock
    const hung = await us.must('POST', `/webhooks/${webhookId}/test`); // its only attempt ends after 3 s here
    expect(hung).toMatchObject({ state: 'failed', event: 'webhook.test', attempts: [{ error: 'timeout' }] });
    await us.must('DELETE', `/webhooks/${webhookId}`);
  });
});

describe('the event log', () => {
  it('read by its cursor while others write has every event once, and none appears behind the cursor', async () => {
    const us = await busyIntegrator();
    const names = Array.from({ length: 60 }, () => ({ url: newHostname('logged'), server_id: 1 }));
    const writing = Promise.all(
      [0, 20, 40].map((from) => us.must('POST', '/domains/bulk', { domains: names.slice(from, from + 20) })),
    );
    const seen: string[] = [];
    let cursor = '';
    const end = Date.now() + 90_000;
    while (seen.length < names.length && Date.now() < end) {
      const page = await us.must('GET', `/events?limit=7&event=domain.created${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.data.map(({ data }: Any) => data.domain.url));
      expect(page.next_cursor).toEqual(expect.any(String));
      cursor = page.next_cursor;
    }
    await writing;
    expect(seen.toSorted()).toEqual(names.map(({ url }) => url).toSorted());
    expect((await us.must('GET', `/events?limit=7&event=domain.created&cursor=${cursor}`)).data).toEqual([]);
    const all = (await us.must('GET', '/events?limit=100&event=domain.created')).data.map(({ data }: Any) => data.domain.url);
    expect(all).toEqual(seen);
  });
});

/** The webhook's newest delivery, once it is no longer pending. */
async function settled(us: Integrator, webhookId: number): Promise<Any> {
  for (let tried = 0; tried < 160; tried += 1) {
    const [newest] = await us.deliveries(webhookId);
    if (newest && newest.state !== 'pending') return us.must('GET', `/webhooks/${webhookId}/deliveries/${newest.id}`);
    await sleep(250);
  }
  throw new Error('the delivery stays pending');
}
