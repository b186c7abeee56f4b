import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT } from '../../local/machine/environment.ts';
import { requirementsFile } from '../../local/machine/pins.ts';
import { installFuzzer } from '../../local/machine/tools.ts';
import { CLIENTS_PAGE, snippet } from '../docs/snippets/snippets.ts';
import { api, connection, newHostname } from '../e2e/cloud.ts';

const run = promisify(execFile);
const LOGS = join(PROJECT, '.local', 'logs');
let folder: string;
let python: string;
let generated: string;

/** Installs it beside the program, as pip would. */
beforeAll(async () => {
  mkdirSync(LOGS, { recursive: true });
  python = await installFuzzer({ logs: LOGS, signal: undefined });
  folder = await mkdtemp(join(tmpdir(), 'cps-python-'));
  // The generator needs its formatter on PATH.
  const env = { ...process.env, PATH: `${dirname(python)}${delimiter}${process.env.PATH}` };
  const from = ['--url', `${connection.site_url}/openapi.json`, '--output-path', folder, '--overwrite'];
  const { stdout, stderr } = await run(python, ['-m', 'openapi_python_client', 'generate', ...from], { env });
  generated = stdout + stderr;
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function runProgram(program: string, env: Record<string, string> = {}): Promise<string> {
  await writeFile(join(folder, 'program.py'), program);
  const { stdout } = await run(python, ['program.py'], { cwd: folder, env: { ...process.env, ...env } });
  return stdout.trim();
}

describe('a Python client made from the OpenAPI document', () => {
  it('has everything that is described: nothing is left out', () => {
    expect(generated).not.toMatch(/warning|unable|missing/i);
  });

  it('creates and reads a domain, as docs/guides/clients.md prints it', async () => {
    const hostname = newHostname('python');
    const { site_url: SITE, api_key_id: CPS_API_KEY_ID, api_key: CPS_API_KEY } = connection;
    const program = snippet('register.py', CLIENTS_PAGE);
    const printed = await runProgram(program, { SITE, CPS_API_KEY_ID, CPS_API_KEY, HOSTNAME: hostname });
    const [id, url, code, target] = printed.split(' ');
    const { body } = await api('GET', `/domains/${id}`);
    expect([url, target]).toEqual([hostname, body.cname_target]);
    expect(body.url).toBe(hostname);
    // The first check may be over before the program polls.
    expect(['in_progress', 'cname_not_found']).toContain(code);
  });

  it('reads an error of a domain', async () => {
    const error = { code: 'cname_not_found', message: '', details: { domain: 'a.example', expected_target: 'b.example' } };
    const { body } = await api('POST', '/domains', { body: { url: newHostname('python-error'), server_id: 1 } });
    const program = [
      'import json',
      'from certificate_provisioning_api_client.models import Domain',
      `print(Domain.from_dict(json.loads(${JSON.stringify(JSON.stringify({ ...body, error }))})).error.details.expected_target)`,
    ];
    expect(await runProgram(program.join('\n'))).toBe('b.example');
  });

  it('docs/guides/clients.md names the generator by the version with which it was tried', () => {
    const [, version] = /^openapi-python-client==(\S+)/m.exec(readFileSync(requirementsFile('fuzzer'), 'utf8')) ?? [];
    expect(readFileSync(CLIENTS_PAGE, 'utf8')).toContain(`pip install openapi-python-client==${version}\n`);
  });
});
