import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NODE } from '../../../local/machine/environment.ts';
import { DESCRIPTION } from '../../../local/webhook-listen/registration.ts';
import { FORMER_SECRET, type Signed, signedDelivery } from '../../docs/snippets/snippet-run.ts';
import { type Registered, startWebhooksApi } from './webhooks-api-stub.ts';

const NOBODY_LISTENS = 'http://127.0.0.1:1/';
let folder: string;
let api: Awaited<ReturnType<typeof startWebhooksApi>>;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'listen-'));
  api = await startWebhooksApi();
  writeFileSync(join(folder, 'cloud.json'), '{}');
  writeFileSync(join(folder, 'connection.json'), JSON.stringify(api.connection));
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  api.close();
  rmSync(folder, { recursive: true });
});

/** `npm run webhook-listen` with these arguments, but without npm. */
function run(...args: string[]) {
  const child = spawn(NODE, ['local/webhook-listen/webhook-listen.ts', ...args], {
    env: { ...process.env, CPS_STATE_DIR: folder },
  });
  children.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => output, ended };
}

/** Runs it and waits until its webhook is registered. */
async function listening(...args: string[]) {
  const listener = run(...args);
  await expect.poll(listener.output).toContain('until Ctrl-C');
  const webhook = api.webhooks.at(-1) as Registered & { secret: string };
  return { ...listener, webhook };
}

async function send(url: string, { headers, body }: Signed): Promise<number> {
  return (await fetch(url, { method: 'POST', headers: { 'x-service-attempt': '2', ...headers }, body })).status;
}

describe('npm run webhook-listen', () => {
  it('registers itself for all events with a secret of its own, and removes itself at Ctrl-C', async () => {
    const { child, ended, webhook } = await listening();
    expect(webhook).toMatchObject({ events: ['*'], description: DESCRIPTION });
    expect(webhook.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(webhook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(api.webhooks).toEqual([]);
  });

  it('also ends at a SIGTERM, and when somebody else has deleted its webhook', async () => {
    const { child, ended } = await listening();
    api.webhooks.length = 0;
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  });

  it('prints what arrives, and that its signature is verified', async () => {
    const { output, webhook } = await listening('--events', 'certificate.issued,certificate.failed');
    expect(webhook.events).toEqual(['certificate.issued', 'certificate.failed']);
    expect(await send(webhook.url, signedDelivery(webhook.secret))).toBe(200);
    const line = /^\d\d:\d\d:\d\d\.\d{3} +certificate\.issued +shop\.customer\.test +attempt 2 +signature verified +→ 200$/m;
    await expect.poll(output).toMatch(line);
  });

  it('refuses what another secret has signed, and prints nothing of it', async () => {
    const { output, webhook } = await listening();
    expect(await send(webhook.url, signedDelivery(FORMER_SECRET))).toBe(400);
    await expect.poll(output).toMatch(/not verified .* wrong_signature: .* → 400$/m);
    expect(output()).not.toContain('shop.customer.test');
  });

  it('fails as configured, after the configured pause', async () => {
    const { output, webhook } = await listening('--fail', '503', '--delay', '200');
    const sentAt = performance.now();
    expect(await send(webhook.url, signedDelivery(webhook.secret))).toBe(503);
    expect(performance.now() - sentAt).toBeGreaterThan(195);
    await expect.poll(output).toMatch(/signature verified +→ 503$/m);
  });

  it('says that a sender had gone before it was answered', async () => {
    const { output, webhook } = await listening('--delay', '300');
    const { headers, body } = signedDelivery(webhook.secret);
    const signal = AbortSignal.timeout(100);
    await expect(fetch(webhook.url, { method: 'POST', headers, body, signal })).rejects.toThrow();
    await expect.poll(output).toMatch(/signature verified +→ too late$/m);
  });

  it('ends at once while it lets a sender wait', async () => {
    const { child, ended, webhook } = await listening('--delay', '3600000');
    const sent = send(webhook.url, signedDelivery(webhook.secret)).catch(() => 'cut off');
    // The answer to a second request shows that the first has been received.
    expect((await fetch(webhook.url)).status).toBe(405);
    child.kill('SIGINT');
    expect(await ended).toBe(0);
    expect(await sent).toBe('cut off');
  });
});

describe('what an earlier listener left', () => {
  const left = (id: number, more: Partial<Registered>): Registered => ({
    id,
    url: NOBODY_LISTENS,
    events: ['*'],
    description: DESCRIPTION,
    ...more,
  });

  it('is deleted at the next start, and nobody else’s webhook is', async () => {
    api.webhooks.push(left(1, {}), left(2, { description: 'mine' }), left(3, {}));
    const { output } = await listening();
    expect(api.deleted).toEqual([1, 3]);
    expect(api.webhooks.map(({ id }) => id)).toContain(2);
    expect(output()).toContain('Deleted what was left of an earlier run (webhooks: 2).');
  });

  it('stays while its owner runs', async () => {
    const first = await listening();
    await listening();
    expect(api.deleted).toEqual([]);
    expect(api.webhooks).toContainEqual(first.webhook);
  });

  it('is deleted where another program has taken its port', async () => {
    api.webhooks.push(left(1, { url: `${api.connection.site_url}/` }));
    await listening();
    expect(api.deleted).toEqual([1]);
  });
});

describe('a listener that cannot do its work', () => {
  it('says what the API answers to its registration', async () => {
    api.refuse({ error: { code: 'validation_error', details: { errors: { 'events[0]': ['is not the name of an event'] } } } });
    const { ended, output } = run('--events', 'nope');
    expect(await ended).toBe(1);
    expect(output()).toContain('422 validation_error');
    expect(output()).toContain('is not the name of an event');
  });

  it('says that no local cloud runs', async () => {
    rmSync(join(folder, 'cloud.json'));
    const { ended, output } = run();
    expect(await ended).toBe(1);
    expect(output()).toContain('start it with `npm start`');
  });

  it('says in its help which answers it can give', async () => {
    const { ended, output } = run('--help');
    expect(await ended).toBe(0);
    expect(output()).toMatch(/--fail <status> .*200 to 599/);
  });

  it.each([
    ['--port', '65536'],
    ['--fail', '199'],
    ['--delay', '1.5'],
  ])('refuses %s %s', async (option, value) => {
    const { ended, output } = run(option, value);
    expect(await ended).toBe(1);
    expect(output()).toContain('It is a whole number from');
  });
});
