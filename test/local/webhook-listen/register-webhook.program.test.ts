import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { NODE } from '../../../local/machine/environment.ts';
import { REGISTERED } from '../../../local/webhook-listen/registration.ts';
import { startWebhooksApi } from './webhooks-api-stub.ts';

let folder: string;
let api: Awaited<ReturnType<typeof startWebhooksApi>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'register-'));
  api = await startWebhooksApi();
  writeFileSync(join(folder, 'cloud.json'), '{}');
  writeFileSync(join(folder, 'connection.json'), JSON.stringify(api.connection));
});
afterEach(() => {
  api.close();
  rmSync(folder, { recursive: true });
});

const env = () => ({ ...process.env, CPS_STATE_DIR: folder });
const PROGRAM = 'local/webhook-listen/register-webhook.ts';
const run = (...args: string[]) => promisify(execFile)(NODE, [PROGRAM, ...args], { env: env() });

describe('npm run register-webhook', () => {
  it('sets the secret and the id in the shell that evaluates what it prints', async () => {
    const command = `eval "$("${NODE}" ${PROGRAM})" && node -p 'process.env.WEBHOOK_SECRET + " " + process.env.webhook_id'`;
    const { stdout } = await promisify(execFile)('bash', ['-c', command], { env: env() });
    const [webhook] = api.webhooks;
    expect(stdout).toBe(`${webhook?.secret} ${webhook?.id}\n`);
  });

  it('registers the address at which printed receivers listen, for all events, unless told another', async () => {
    await run();
    await run('http://127.0.0.1:9001/in', '--events', 'certificate.issued,certificate.failed');
    expect(api.webhooks).toMatchObject([
      { url: 'http://127.0.0.1:8800/', events: ['*'] },
      { url: 'http://127.0.0.1:9001/in', events: ['certificate.issued', 'certificate.failed'] },
    ]);
  });

  it('deletes its former one for the address, and nobody else’s', async () => {
    const url = 'http://127.0.0.1:8800/';
    api.webhooks.push({ id: 1, url, events: ['*'], description: REGISTERED }, { id: 2, url, events: ['*'] });
    await run();
    expect(api.deleted).toEqual([1]);
  });

  it('prints no command for the shell where the API refuses', async () => {
    api.refuse({ error: { code: 'validation_error', details: { errors: { url: ['is not allowed'] } } } });
    await expect(run()).rejects.toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('is not allowed') });
  });

  it('says that no local cloud runs', async () => {
    rmSync(join(folder, 'cloud.json'));
    await expect(run()).rejects.toMatchObject({ stderr: expect.stringContaining('start it with `npm start`') });
  });
});
