import { expect } from 'vitest';
import { type Program, SECRETS } from '../docs/snippets/snippet-run.ts';
import { api, newHostname } from '../e2e/cloud.ts';
import { credentials } from './run-program.ts';
import { startFront } from './site-front.ts';

/** Runs a program at this site. `name`: the name that it creates, or the ending of several. Returns its output. */
type RunProgram = (name: string, env: Record<string, string>) => Promise<string[]>;

/**
 * The first steps of an integrator with the programs of a README: a domain gets its certificate, at a site behind a path, and the
 * receiver gets the event.
 */
export async function domainIsIssued(startReceiver: (secret: string) => Promise<Program>, run: RunProgram): Promise<void> {
  const hostname = newHostname('issued');
  const [secret = ''] = SECRETS;
  const receiver = await startReceiver(secret);
  const body = { url: `http://127.0.0.1:${receiver.port}/`, events: ['certificate.issued'], secret };
  const { body: webhook } = await api<{ id: number }>('POST', '/webhooks', { body });
  const front = await startFront();
  const lines = await run(hostname, credentials(`${front.siteUrl}/`));
  front.close();
  expect(lines[0]).toMatch(`record ${hostname} `);
  expect(lines.at(-1)).toMatch(/^active until 20\d\d-/);
  expect(front.sent[0]).toMatchObject({ method: 'POST', path: '/api/domains' });
  await expect.poll(receiver.printed).toMatch(new RegExp(`^evt_\\w+ certificate.issued ${hostname}$`, 'm'));
  await api('DELETE', `/webhooks/${webhook.id}`);
  receiver.stop();
}

/**
 * The complete program of a page: it shows the record, gets a verified webhook, and deletes its webhook. A second run finds the
 * same domain.
 */
export async function programReachesHttps(run: RunProgram): Promise<void> {
  const hostname = newHostname('program');
  const front = await startFront();
  const [record, ...verified] = await run(hostname, credentials(front.siteUrl));
  expect(record).toMatch(`record ${hostname} `);
  // The webhook also gets events of other tests: this one may come last.
  expect(verified).toContain(`https://${hostname} works`);
  expect(verified).toContainEqual(expect.stringMatching(/^verified evt_\w+ certificate\.issued$/));
  const again = await run(hostname, credentials(front.siteUrl));
  front.close();
  expect(again[0]).toBe(record);
  expect(again).toContainEqual(expect.stringContaining(`${hostname} is served over HTTPS`));
  const ofWebhooks = front.sent.filter(({ path }) => path.startsWith('/api/webhooks')).map(({ method }) => method);
  expect(ofWebhooks).toEqual(['POST', 'DELETE', 'POST', 'DELETE']);
}

/** A client repeats a creation whose answer was lost; the domain is created once. */
export async function createIsLost(run: RunProgram): Promise<void> {
  const hostname = newHostname('lost');
  const front = await startFront((_, { length }) => (length === 0 ? 'lose-answer' : 'pass'));
  const lines = await run(hostname, credentials(front.siteUrl));
  front.close();
  expect(lines).toEqual([hostname]);
  const keys = front.sent.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([expect.stringMatching(/.{16}/), keys[0]]);
  const { body } = await api<{ data: unknown[] }>('GET', `/domains?url=${hostname}`);
  expect(body.data).toHaveLength(1);
}

/** A client that creates three batches waits when the second is answered with 429, then continues. */
export async function bulkIsStopped(run: RunProgram): Promise<void> {
  const refusal = { error: { code: 'rate_limit_exceeded', message: 'Too many requests.', details: {} } };
  const front = await startFront((_, { length }) =>
    length === 1 ? { status: 429, headers: { 'retry-after': '1' }, body: refusal } : 'pass',
  );
  const began = performance.now();
  const lines = await run(newHostname('stopped'), credentials(front.siteUrl));
  front.close();
  expect(lines).toEqual(Array(3).fill('2 created created'));
  expect(performance.now() - began).toBeGreaterThan(1000);
  const keys = front.sent.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(4);
  expect([new Set(keys).size, keys[1] === keys[2]]).toEqual([3, true]);
}
