import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../../client/typescript/package.json' with { type: 'json' };
import { everyNode, installPacked } from '../client/typescript/install-packed.ts';
import { newHostname } from '../e2e/cloud.ts';
import { credentials, runProgram } from './run-program.ts';
import { startFront } from './site-front.ts';

const PROGRAM = `
import { setTimeout } from 'node:timers/promises';
import { createClient } from '${manifest.name}';

const { CPS_SITE_URL, CPS_API_KEY_ID: apiKeyId, CPS_API_KEY: apiKey, HOSTNAME: url } = process.env;
const client = createClient({ baseUrl: CPS_SITE_URL + '/api', apiKeyId, apiKey });
let { data: domain, error } = await client.POST('/api/domains', { body: { url, server_id: 1 } });
if (error) throw new Error(error.error.message);
for (const { name, value } of domain.dns_records) console.log('record', name, value);
while (domain.ssl_status !== 'active') {
  await setTimeout(500);
  ({ data: domain } = await client.GET('/api/domains/{id}', { params: { path: { id: domain.id } } }));
}
console.log('active', domain.certificate.ca);
`;

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cps-packed-'));
  await installPacked(folder, { type: 'module' });
});
afterAll(() => rm(folder, { recursive: true }));

describe('the packed TypeScript client in an empty project', () => {
  it.each(everyNode())('issues a domain at a site behind a path: %s', async (node) => {
    const front = await startFront();
    await writeFile(join(folder, 'program.js'), PROGRAM);
    const env = { ...credentials(front.siteUrl), HOSTNAME: newHostname('packed') };
    const lines = await runProgram({ command: [node, 'program.js'], cwd: folder, env });
    front.close();
    expect(lines.at(-1)).toBe('active Pebble');
    expect(front.sent[0]).toMatchObject({ method: 'POST', path: '/api/domains' });
  });
});
