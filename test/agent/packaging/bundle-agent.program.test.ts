import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { combinedPem } from '../../../agent/certificates/stored-certificate.ts';
import { encryptToMachine } from '../../../lambdas/agent-api/agent-credentials.ts';
import { anyFreePort } from '../../../local/machine/free-ports.ts';
import manifest from '../../../package.json' with { type: 'json' };
import { machine } from '../../lambdas/agent-api/an-agent.ts';
import { certificateFor, changeTo } from '../a-certificate.ts';
import { edgeOnLoopback } from '../edge-on-loopback.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { callAgent, callAgentWith, packagedAgent, startAgent } from './packaged-agent.ts';

it('the packaged agent enrolls a machine, keeps its certificates and says how it is, with nothing of the project beside it', async () => {
  const certificate = certificateFor('shop.customer.com');
  let encryptionJwk = {};
  const { site } = await edgeOnLoopback(async ({ path, body }) => {
    if (path === '/edge/v1/reports') return { json: { accepted: 1 } };
    if (path === '/edge/v1/machines') {
      encryptionJwk = JSON.parse(body).encryption_jwk;
      return { status: 201, json: { machine_id: 'mch_1', organization_id: 'org_A', server_id: 1 } };
    }
    const private_key_jwe = await encryptToMachine(certificate.privateKeyPem, { ...machine, encryptionJwk });
    const changes = path.includes('since=') ? [] : [await changeTo(certificate, { private_key_jwe })];
    return { json: { changes, hostnames: [], cursor: 'c', place: '0.1', poll_after_seconds: 60 } };
  });
  const [agent, dir] = [await packagedAgent(), await temporaryFolder()];
  const names = ['--site', site, '--name', 'web-1', '--dir', dir];
  const enrolled = await callAgentWith({ CPS_AGENT_TOKEN: 'enr_1' }, agent, 'enroll', ...names);
  expect(enrolled).toMatchObject({ code: 0, stdout: expect.stringContaining('"enrolled"') });
  const port = String(await anyFreePort());
  startAgent(agent, 'run', '--dir', dir, '--port', port, '--mode', '0640', '--reload', 'true');
  const kept = () => readFile(join(dir, 'combined', 'shop.customer.com.pem'), 'utf8').catch(() => '');
  await vi.waitUntil(async () => (await kept()) === combinedPem(certificate), { timeout: 10_000 });
  // The agent's own port stands for a web server's port 80: challenges reach it there with their Host.
  const { code, stdout } = await callAgent(agent, 'doctor', '--dir', dir, '--http-port', port, '--json');
  const { ok, findings } = JSON.parse(stdout);
  expect(findings.filter(({ status }: { status: string }) => status !== 'ok')).toEqual([]);
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  const wrong = await callAgent(agent, 'doctor', '--dir', dir, '--http-port', String(await anyFreePort()));
  expect(wrong).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^FAILED +port-80 .*\n +-> start the web server; send /m),
  });
});

it('the packaged agent says its version and explains each of its commands, called by a name without suffix too', async () => {
  const link = join(await temporaryFolder(), 'cps-agent');
  await symlink(await packagedAgent(), link);
  expect(await callAgent(link, '--version')).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  const { stdout: help } = await callAgent(link, '--help');
  const commands = [...help.matchAll(/^ {2}(\w[\w-]+) \[/gm)].map(([, command = '']) => command);
  expect(commands).toEqual(expect.arrayContaining(['enroll', 'run', 'doctor']));
  for (const command of commands) expect(await callAgent(link, command, '--help')).toMatchObject({ code: 0 });
});

it('the packaged agent uses nothing that Node 20 does not have', async () => {
  const text = await readFile(await packagedAgent(), 'utf8');
  const calls = ['URL.parse(', 'Object.groupBy(', 'Map.groupBy(', 'Promise.withResolvers(', 'Promise.try(', 'Array.fromAsync('];
  expect(calls.filter((call) => text.includes(call))).toEqual([]);
});

it('the packaged agent passes on the licences of what it holds', async () => {
  const text = await readFile(await packagedAgent(), 'utf8');
  const packages = new Set([...text.matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm)].map(([, name = '']) => name));
  expect(packages.size).toBeGreaterThan(2);
  for (const name of packages) expect(text).toMatch(new RegExp(`^== ${name} \\d`, 'm'));
});
