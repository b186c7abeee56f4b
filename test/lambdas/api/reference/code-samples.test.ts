/** @module-tag slow */

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { OPERATIONS, type OperationId } from '../../../../contract/api/operations.ts';
import { codeSamples } from '../../../../lambdas/api/reference/code-samples.ts';
import { samplesOf } from '../../../../lambdas/api/reference/openapi-document.ts';
import { PROJECT, PROJECT_BIN } from '../../../../local/machine/environment.ts';

const run = promisify(execFile);
const ids = Object.keys(OPERATIONS) as OperationId[];

function sampleOf(id: OperationId, label: 'curl' | 'TypeScript'): string {
  return samplesOf(id).find((sample) => sample.label === label)?.source ?? '';
}

/** Compiles the samples like an integrator's program, with this project's compiler options. */
async function compile(samples: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cps-samples-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const uses = samples.map((sample) => `{\n${sample}\nconsole.log(data);\n}`);
  const program = [
    `import { createClient } from '${join(PROJECT, 'client/typescript/create-client.ts')}';`,
    "const client = createClient({ siteUrl: 'https://certificates.example.com', apiKeyId: '', apiKey: '' });",
    ...uses,
    'export {};',
  ];
  await writeFile(join(folder, 'samples.mts'), program.join('\n'));
  const typeRoots = ['--typeRoots', join(PROJECT, 'node_modules', '@types'), '--types', 'node'];
  const strict = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--allowImportingTsExtensions', '--skipLibCheck'];
  const options = ['--target', 'es2024', '--module', 'nodenext', ...strict, ...typeRoots];
  await run(join(PROJECT_BIN, 'tsc'), ['--ignoreConfig', ...options, 'samples.mts'], { cwd: folder });
}

describe('the samples of the reference', () => {
  it('the samples in TypeScript compile against the client, every one', async () => {
    await compile(ids.map((id) => sampleOf(id, 'TypeScript')));
  }, 60_000);

  it('a sample in TypeScript with a field that the operation does not have would not compile', async () => {
    const wrong = sampleOf('createDomain', 'TypeScript').replace('server_id', 'server');
    await expect(compile([wrong])).rejects.toMatchObject({ stdout: expect.stringContaining("'server'") });
  }, 60_000);

  it.each(ids)('the sample of curl for %s is one command with the method, the address and the keys', async (id) => {
    const { method, path } = OPERATIONS[id];
    const recorded = `curl() { printf '%s\\n' "$@"; }\n${sampleOf(id, 'curl')}`;
    const env = { api: 'https://a.example/api', CPS_API_KEY_ID: 'cps_pk_1', CPS_API_KEY: 'sk_1' };
    const { stdout } = await run('bash', ['-c', recorded], { env });
    const given = stdout.trimEnd().split('\n');
    const pattern = path.replace('/api', '').replaceAll(/\{\w+\}/g, '[\\w]+');
    expect(given.filter((word) => new RegExp(`^https://a[.]example/api${pattern}$`).test(word))).toHaveLength(1);
    expect(given).toEqual(expect.arrayContaining(['x-api-key-id: cps_pk_1', 'x-api-key: sk_1']));
    const implied = given.includes('-d') ? 'POST' : 'GET';
    expect(given.includes('-X') ? given[given.indexOf('-X') + 1] : implied).toBe(method);
  });

  it('a quote in a value ends neither the shell’s word nor the text in TypeScript', async () => {
    const body = { name: `it's "so" \\ $(touch x)`, 'two words': ['a', { b: null }] };
    const [curl, typescript] = codeSamples(OPERATIONS.createServer, { path: {}, body });
    const { stdout } = await run('bash', ['-c', `curl() { printf '%s' "\${@: -1}"; }\n${curl?.source}`]);
    expect(JSON.parse(stdout)).toEqual(body);
    const [, written = ''] = /body: (.*?),?\s*\}\);$/s.exec(typescript?.source ?? '') ?? [];
    const { stdout: read } = await run(process.execPath, ['-p', `JSON.stringify(${written})`]);
    expect(JSON.parse(read)).toEqual(body);
  });
});
