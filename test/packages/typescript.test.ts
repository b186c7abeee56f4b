import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import manifest from '../../client/typescript/package.json' with { type: 'json' };
import { everyNode, installPacked } from '../client/typescript/install-packed.ts';
import { programPage, snippet } from '../docs/snippets/snippets.ts';
import { api, newHostname } from '../e2e/cloud.ts';
import { credentials, runProgram } from './run-program.ts';
import { type Handling, type Sent, startFront } from './site-front.ts';
import { programReachesHttps } from './trials.ts';

const OF_TOMORROW = 'made_up_tomorrow';
const IMPORTS = {
  'program.mjs': [
    `import { createServer } from 'node:http';`,
    `import { createClient } from '${manifest.name}';`,
    `import { verifyWebhook } from '${manifest.name}/webhooks';`,
  ],
  'program.cjs': [
    `const { createServer } = require('node:http');`,
    `const { createClient } = require('${manifest.name}');`,
    `const { verifyWebhook } = require('${manifest.name}/webhooks');`,
  ],
};
/** An integrator's program: creates a domain and waits for the event that it is served. */
const PROGRAM = `
async function main() {
  const client = createClient();
  const receiver = createServer().listen(0, '127.0.0.1');
  await new Promise((listening) => receiver.once('listening', listening));
  const { port } = receiver.address();
  const url = 'http://packed-' + port + '.localhost:' + port + '/hooks';
  const { data: webhook } = await client.POST('/api/webhooks', { body: { url, events: ['certificate.issued'] } });
  const issued = new Promise((verified, failed) => {
    receiver.on('request', async (request, response) => {
      const chunks = await request.toArray();
      try {
        const { event, data } = verifyWebhook(Buffer.concat(chunks), request.headers, webhook.secret);
        response.end();
        if (data.domain.url === process.env.HOSTNAME) verified(event);
      } catch (error) {
        failed(error);
      }
    });
  });
  const { data: domain } = await client.POST('/api/domains', { body: { url: process.env.HOSTNAME, server_id: 1 } });
  for (const { name, value } of domain.dns_records) console.log('record ' + name + ' ' + value);
  console.log(await issued);
  const params = { path: { id: domain.id } };
  const { data } = await client.GET('/api/domains/{id}', { params });
  console.log(data.ssl_status, data.diagnosis.code);
  const pages = { params: { ...params, query: { limit: 1 } } };
  for await (const { type } of client.items('/api/domains/{id}/events', pages)) if (type === 'domain.created') console.log(type);
  await client.DELETE('/api/webhooks/{id}', { params: { path: { id: webhook.id } } });
  receiver.close();
}
void main();
`;

/**
 * Drops the answer to the first creation of a domain, rejects the next request with 429, and then answers like a later version.
 */
function badDay({ method, path }: Sent, before: readonly Sent[]): Handling {
  const creations = before.filter((sent) => sent.method === 'POST' && sent.path === '/api/domains').length;
  if (method === 'POST' && path === '/api/domains' && creations === 0) return 'lose-answer';
  if (method === 'POST' && path === '/api/domains' && creations === 1) return { status: 429, headers: { 'retry-after': '1' } };
  if (!/^\/api\/domains\/\d+$/.test(path)) return 'pass';
  return { change: (domain) => ({ ...domain, diagnosis: { ...domain.diagnosis, code: OF_TOMORROW }, [OF_TOMORROW]: {} }) };
}

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cps-packed-'));
  // An ES module, as on the page.
  await installPacked(folder, { type: 'module' });
  for (const [name, imports] of Object.entries(IMPORTS)) await writeFile(join(folder, name), imports.join('\n') + PROGRAM);
});
afterAll(() => rm(folder, { recursive: true }));

const RUNS = everyNode().flatMap((node) => Object.keys(IMPORTS).map((name) => ({ node, name })));

describe('the packed TypeScript client in an empty project', () => {
  it('takes a name to a verified webhook, by the whole program of the docs', async () => {
    await writeFile(join(folder, 'shop.mts'), snippet('shop.mts', programPage('typescript')));
    await programReachesHttps((hostname, env) => {
      return runProgram({ command: [process.execPath, 'shop.mts', hostname], cwd: folder, env });
    });
  });

  it.concurrent.for(RUNS)(
    'issues a domain at a site behind a path, though an answer is lost and a limit reached: $name on $node',
    async ({ node, name }, { expect, onTestFinished }) => {
      const hostname = newHostname('packed');
      const front = await startFront(badDay);
      onTestFinished(() => void front.close());
      const env = { ...credentials(front.siteUrl), HOSTNAME: hostname };
      const lines = await runProgram({ command: [node, name], cwd: folder, env });
      expect(lines.slice(1)).toEqual(['certificate.issued', `active ${OF_TOMORROW}`, 'domain.created']);

      const creations = front.sent.filter(({ method, path }) => method === 'POST' && path === '/api/domains');
      expect(creations).toHaveLength(3);
      expect(new Set(creations.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
      const { body } = await api<{ data: unknown[] }>('GET', `/domains?url=${hostname}`);
      expect(body.data).toHaveLength(1);
    },
  );
});
