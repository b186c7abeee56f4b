import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { verifyWebhook } from '../../../client/typescript/verify-webhook.ts';
import { event, type Received, refusal, type Site, startSite } from './played-site.ts';
import { type Desk, keyFor, newHome, startCps } from './run-cps.ts';

type Logged = ReturnType<typeof event>;

let site: Site;
let log: Logged[];
let receiver: Server;
let forward: string;
/** Deliveries to the receiver: event and headers. */
let arrived: { body: string; headers: Record<string, string> }[];
let answer: number;

beforeEach(async () => {
  site = await startSite();
  log = [event(1)];
  site.on(readLog);
  arrived = [];
  answer = 200;
  receiver = createServer(async (request, response) => {
    arrived.push({ body: await text(request), headers: request.headers as Record<string, string> });
    response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  forward = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/webhooks`;
});
afterEach(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await site.close();
});

/** GET /api/events like the service: a cursor is a position in the log. */
function readLog({ path, query }: Received) {
  if (path !== '/api/events') return;
  if (query.sort === 'newest') return { body: { data: log.slice(-1), next_cursor: 'older' } };
  const from = query.cursor ? Number(query.cursor) : log.findIndex(({ id }) => id === query.after) + 1;
  return { body: { data: log.slice(from), next_cursor: String(log.length) } };
}

/** A listener that ends with the test. Each pause lasts 5 ms, so that the test controls the log. */
function listening(words: string[] = [], more: Partial<Desk> = {}) {
  const desk = {
    home: newHome(),
    env: keyFor(site),
    onSleep: () => new Promise<void>((resolve) => setTimeout(resolve, 5)),
    ...more,
  };
  return startCps(['listen', '--forward', forward, ...words], desk);
}
type Listener = ReturnType<typeof listening>;

async function ready(listener: Listener): Promise<string> {
  await expect
    .poll(() => site.received.filter(({ path, query }) => path === '/api/events' && query.sort !== 'newest').length)
    .toBeGreaterThan(0);
  return /secret: (\S+)/.exec(listener.stderr())?.[1] ?? '';
}
async function end(listener: Listener): Promise<number> {
  listener.interrupt();
  return listener.exit;
}
const ids = () => arrived.map(({ body }) => JSON.parse(body).id);

describe('cps listen', () => {
  it('posts what happens from now on, signed with the secret that it prints', async () => {
    const listener = listening();
    const secret = await ready(listener);
    log.push(event(2), event(3, 'domain.of_tomorrow'));
    await expect.poll(() => arrived.length).toBe(2);
    for (const { body, headers } of arrived) expect(verifyWebhook(body, headers, secret).id).toBe(headers['webhook-id']);
    expect(ids()).toEqual([event(2).id, event(3).id]);
    expect(arrived[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-service-event': 'certificate.issued',
      'x-service-attempt': '1',
      'user-agent': 'certificate-provisioning-service (webhooks)',
    });
    expect(listener.stdout()).toMatch(/certificate\.issued +shop\.customer\.com +→ 200/);
    expect(await end(listener)).toBe(130);
    expect(listener.stderr()).toContain(`--after ${event(3).id}`);
  });

  it('says that it listens only when it has its place in the log', async () => {
    let release = (): void => undefined;
    site.on((request) => {
      if (request.query.sort !== 'newest') return readLog(request);
      return new Promise((resolve) => {
        release = () => resolve(readLog(request));
      });
    });
    const listener = listening();
    await expect.poll(() => site.received.length).toBe(1);
    expect(listener.stderr()).toBe('');
    release();
    await ready(listener);
    await end(listener);
  });

  it('signs with the same secret each time, or with one that is given', async () => {
    const [one, other, own] = [listening(), listening(), listening(['--secret', 'whsec_bXkgb3duIHNlY3JldCBvZiAyNCBieXRlcw=='])];
    const secrets = [await ready(one), await ready(other), await ready(own)];
    expect(secrets[0]).toBe(secrets[1]);
    expect(secrets[2]).toBe('whsec_bXkgb3duIHNlY3JldCBvZiAyNCBieXRlcw==');
    for (const listener of [one, other, own]) await end(listener);
    expect(own.stderr()).toContain('other programs of this machine can see --secret');
  });

  it('signs with the secret of the environment, and does not print it', async () => {
    const secret = 'whsec_bXkgb3duIHNlY3JldCBvZiAyNCBieXRlcw==';
    const listener = listening([], { env: { ...keyFor(site), CPS_WEBHOOK_SECRET: secret } });
    await expect.poll(listener.stderr).toContain('Signed with the secret in CPS_WEBHOOK_SECRET.');
    log.push(event(2));
    await expect.poll(() => arrived.length).toBe(1);
    const [{ body, headers } = { body: '', headers: {} }] = arrived;
    expect(verifyWebhook(body, headers, secret).id).toBe(headers['webhook-id']);
    expect(listener.stderr()).not.toContain(secret);
    await end(listener);
  });

  it('goes on at its cursor after the network was lost, and posts nothing twice', async () => {
    const listener = listening();
    await ready(listener);
    log.push(event(2));
    await expect.poll(() => arrived.length).toBe(1);
    let lost = 0;
    site.on(() => {
      lost += 1;
      throw new Error('the connection is cut');
    });
    log.push(event(3), event(4));
    await expect.poll(() => lost).toBeGreaterThan(2);
    site.on(readLog);
    await expect.poll(() => arrived.length).toBe(3);
    await end(listener);
    expect(ids()).toEqual([2, 3, 4].map((at) => event(at).id));
    expect(listener.stderr()).toMatch(/Trying again until it answers/);
    expect(listener.stderr()).toMatch(/Connected again after .* No event is lost/);
  });

  it('waits for a rate limit, and loses nothing', async () => {
    let isLimited = true;
    const pauses: number[] = [];
    site.on((request) => {
      if (request.query.sort === 'newest' || !isLimited) return readLog(request);
      isLimited = false;
      return { ...refusal(429, 'rate_limit_exceeded', 'Too many.'), headers: { 'retry-after': '600' } };
    });
    const listener = listening([], { onSleep: (milliseconds) => void pauses.push(milliseconds) });
    await ready(listener);
    log.push(event(2));
    await expect.poll(() => arrived.length).toBe(1);
    await end(listener);
    expect(pauses).toContain(600_000);
  });

  it('posts each event once, whatever the receiver answers, and the last one again at r', async () => {
    answer = 500;
    const listener = listening([], { isTTY: true });
    await ready(listener);
    listener.stdin.write('r');
    log.push(event(2));
    await expect.poll(() => listener.stdout()).toContain('→ 500');
    expect(ids()).toEqual([event(2).id]);
    answer = 200;
    listener.stdin.write('r');
    await expect.poll(() => listener.stdout()).toMatch(/→ 200 +\(again\)/);
    expect(ids()).toEqual([event(2).id, event(2).id]);
    await end(listener);
    expect(listener.stderr()).toContain('There is no event yet');
  });

  it('reads the log at once at Enter, and gives the terminal back at Ctrl-C', async () => {
    const waits: (() => void)[] = [];
    const listener = listening([], { isTTY: true, onSleep: () => new Promise<void>((resolve) => waits.push(resolve)) });
    await ready(listener);
    expect(listener.stdin.isRaw).toBe(true);
    listener.stdin.write('\u0003');
    for (const wake of waits) wake();
    expect(await listener.exit).toBe(130);
    expect(listener.stdin.isRaw).toBe(false);
  });

  it('says why a receiver did not get an event, and goes on', async () => {
    const listener = startCps(['listen', '--forward', 'http://127.0.0.1:1/'], {
      home: newHome(),
      env: keyFor(site),
      onSleep: () => new Promise((r) => setTimeout(r, 5)),
    });
    await ready(listener);
    log.push(event(2), event(3));
    await expect.poll(() => listener.stdout().match(/→ nothing listens at 127\.0\.0\.1:1/g)).toHaveLength(2);
    await end(listener);
  });

  it('has a cursor of its own beside another one', async () => {
    const first = listening(['--json']);
    await ready(first);
    log.push(event(2));
    await expect.poll(() => first.stdout()).toContain(event(2).id);
    const second = listening(['--json']);
    await expect.poll(() => site.received.filter(({ query }) => query.after === event(2).id)).not.toEqual([]);
    log.push(event(3));
    for (const listener of [first, second]) await expect.poll(listener.stdout).toContain(event(3).id);
    await Promise.all([end(first), end(second)]);
    const seenBy = (listener: Listener) =>
      listener
        .stdout()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).id);
    expect(seenBy(first)).toEqual([event(2).id, event(3).id]);
    expect(seenBy(second)).toEqual([event(3).id]);
  });

  it('posts only the events that are named, or those after one', async () => {
    log = [event(1), event(2, 'domain.created'), event(3)];
    const listener = listening(['--events', 'certificate.issued', '--after', event(1).id]);
    await expect.poll(() => arrived.length).toBe(1);
    await end(listener);
    expect(ids()).toEqual([event(3).id]);
  });

  it.each([
    [[], /required option '--forward <url>' not specified/],
    [['--forward', 'localhost:3000'], /no web address/],
  ])('asks nothing where it is not said where to post to: %j', async (words, says) => {
    const started = startCps(['listen', ...words], { home: newHome(), env: keyFor(site) });
    expect(await started.exit).toBe(2);
    expect(started.stderr()).toMatch(says);
    expect(site.received).toEqual([]);
  });

  it('ends within a page at Ctrl-C, and names the last event that was answered as the place to go on', async () => {
    const backlog = Array.from({ length: 100 }, (_, at) => event(at + 2));
    const listener = listening(['--after', event(1).id]);
    receiver.removeAllListeners('request').on('request', async (request, response) => {
      arrived.push({ body: await text(request), headers: request.headers as Record<string, string> });
      // The third delivery is never answered.
      if (arrived.length === 3) listener.interrupt();
      else response.writeHead(200).end();
    });
    log.push(...backlog);
    expect(await listener.exit).toBe(130);
    expect(ids()).toEqual([2, 3, 4].map((at) => event(at).id));
    expect(listener.stdout().trimEnd().split('\n')).toHaveLength(2);
    expect(listener.stdout()).not.toContain('no answer');
    expect(listener.stderr()).toContain(`--after ${event(3).id}\n`);
  });

  it('says where to go on when nothing has happened', async () => {
    const listener = listening();
    await ready(listener);
    await end(listener);
    expect(listener.stderr()).toContain(`--after ${event(1).id}\n`);
  });

  it('says where to go on when an error ends it', async () => {
    const listener = listening();
    await ready(listener);
    log.push(event(2));
    await expect.poll(() => listener.stdout()).toContain('→ 200');
    site.on(() => refusal(401, 'invalid_api_key', 'The API key is not valid.'));
    expect(await listener.exit).toBe(3);
    expect(listener.stderr()).toContain(`--after ${event(2).id}\n`);
  });

  it('ends where the key is refused, with what to do', async () => {
    site.on(() => refusal(403, 'insufficient_permissions', 'The key lacks domains.read.'));
    const listener = listening();
    expect(await listener.exit).toBe(3);
    expect(listener.stderr()).toContain('Use a key that has this permission.');
  });
});
