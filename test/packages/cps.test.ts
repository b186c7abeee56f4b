import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { verifyWebhook, type WebhookEvent } from '../../client/typescript/verify-webhook.ts';
import { testTenantOf } from '../../lambdas/model/accounts/tenant.ts';
import { NODE, PROJECT } from '../../local/machine/environment.ts';
import { connection, dns, newHostname } from '../e2e/cloud.ts';
import { EVERYTHING, newKey } from '../e2e/operator.ts';

const run = promisify(execFile);

/** An empty folder, which is also the home of a new user of `cps`. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cps-cli-'));
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder, '--workspace', 'client/cps'], {
    cwd: PROJECT,
  });
  const [{ filename }] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf('[')));
  const options = ['--offline', '--no-audit', '--no-fund', '--cache', join(folder, 'cache')];
  await run('npm', ['install', ...options, `./${filename}`], { cwd: folder });
});
afterAll(() => rm(folder, { recursive: true }));

/** The installed program, without a key in its environment. Its output can be read while it runs. */
function start(...words: string[]) {
  const program = join(folder, 'node_modules', '.bin', 'cps');
  const child = spawn(NODE, [program, ...words], { cwd: folder, env: { PATH: process.env.PATH ?? '', HOME: folder } });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      output[name] += chunk;
    });
  }
  const exit = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output, exit };
}

async function cps(...words: string[]) {
  const { child, output, exit } = start(...words);
  child.stdin.end();
  return { exit: await exit, ...output };
}

/** `cps listen` with a receiver that rejects unsigned requests. Returns the event names received for a domain. */
async function listenWith(...words: string[]) {
  const verified: WebhookEvent[] = [];
  let secret = '';
  const receiver = createServer(async (request, response) => {
    verified.push(verifyWebhook(await text(request), request.headers, secret));
    response.writeHead(204).end();
  });
  onTestFinished(() => void receiver.close());
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  const listener = start('listen', '--forward', `http://127.0.0.1:${port}/webhooks`, ...words);
  await expect.poll(() => listener.output.stderr).toContain('secret: ');
  [, secret = ''] = /secret: (\S+)/.exec(listener.output.stderr) ?? [];
  const events = (id: number) =>
    verified.flatMap((event) => ('domain_id' in event && event.domain_id === id ? [event.event] : []));
  return { events, listener };
}

describe('the packed cps in an empty folder', () => {
  it('is one package, with its licences', async () => {
    expect(await readdir(join(folder, 'node_modules'))).toEqual(
      expect.arrayContaining(['.bin', '.package-lock.json', 'certificate-provisioning-cli']),
    );
    expect((await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))).toHaveLength(1);
    const own = join(folder, 'node_modules', 'certificate-provisioning-cli');
    expect(await readdir(own)).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'dist', 'package.json']));
  });

  it('takes a name from its login to its certificate, and its events to a receiver on this machine', async () => {
    const login = start('login', '--site', connection.site_url);
    login.child.stdin.end(`${connection.api_key_id}\n${connection.api_key}\n`);
    expect(await login.exit, login.output.stderr).toBe(0);

    const { events, listener } = await listenWith();

    const hostname = newHostname('cps');
    const before = await cps('doctor', hostname, '--json');
    expect([before.exit, JSON.parse(before.stdout).forecast]).toEqual([8, 'waits_for_dns']);
    const added = await cps('domains', 'add', hostname, '--server', String(connection.server_id), '--json');
    expect(added.exit, added.stderr).toBe(0);
    const { id, cname_target: target } = JSON.parse(added.stdout);

    const watch = start('domains', 'watch', hostname, '--minutes', '3');
    await expect.poll(() => watch.output.stderr).toContain('dns pending');
    await dns.set(hostname, 'CNAME', [target]);
    expect(await watch.exit, watch.output.stderr).toBe(0);
    expect(watch.output.stdout).toMatch(/certificate +active/);

    await expect
      .poll(() => events(id))
      .toEqual(['domain.created', 'domain.validated', 'certificate.requested', 'certificate.installed', 'certificate.issued']);
    listener.child.kill('SIGINT');
    expect(await listener.exit).toBe(130);

    const after = await cps('doctor', hostname);
    expect(after.exit, after.stdout).toBe(0);
    expect(after.stdout).toContain('It is a domain of yours.');
    expect(await cps('domains', 'rm', hostname)).toMatchObject({ exit: 0 });
  });

  it('triggers an event in test mode, with a test key beside the live one', async () => {
    const { api_key_id: keyId, api_key: key } = await newKey(EVERYTHING, testTenantOf(connection.organization_id));
    const login = start('login', '--site', connection.site_url);
    login.child.stdin.end(`${key}\n`);
    expect(await login.exit, login.output.stderr).toBe(0);
    expect(JSON.parse((await cps('whoami', '--json')).stdout).key.id).toBe(keyId);
    expect(JSON.parse((await cps('whoami', '--live', '--json')).stdout).key.id).toBe(connection.api_key_id);

    const { events, listener } = await listenWith('--test');
    const triggered = await cps('trigger', 'certificate.issued', '--json');
    expect(triggered.exit, triggered.stderr).toBe(0);
    const { id } = JSON.parse(triggered.stdout).domain;
    await expect.poll(() => events(id)).toContain('certificate.issued');
    listener.child.kill('SIGINT');
    expect(await listener.exit).toBe(130);
  });

  it('refuses a name that the service refuses, with what to do', async () => {
    const { exit, stderr } = await cps('domains', 'add', 'no hostname', '--server', String(connection.server_id));
    expect(exit).toBe(5);
    expect(stderr).toMatch(/fix: /);
    expect(stderr).toMatch(/request: +\S+/);
  });
});
