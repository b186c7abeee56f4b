import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import { cloudEnvironment, NODE, PROJECT } from '../../../local/machine/environment.ts';
import { api, connection, createWithCname, dns, isActive, stateDir, until } from '../cloud.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { get } from './web-servers/load.ts';

/** As docs/servers/second-server.md says. Answers what it tells of the new server. */
async function startSecondServer(): Promise<{ serverId: number; address: string; cnameTarget: string }> {
  const child = spawn(NODE, ['local/second-server.ts'], {
    cwd: PROJECT,
    env: { ...cloudEnvironment(), CPS_STATE_DIR: stateDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return vi.waitFor(
    () => {
      const [, id, address = '', cnameTarget = ''] =
        /Server (\d+) is up on (\S+), and its cname_target is (\S+)\. /.exec(said) ?? expect.fail(`it says ${said}`);
      return { serverId: Number(id), address, cnameTarget };
    },
    { timeout: PATIENCE_SECONDS * 1000, interval: 100 },
  );
}

it('a second server of the local cloud takes over a domain, first its certificate and then its visitors', async () => {
  const [second, { id, url }] = await Promise.all([startSecondServer(), createWithCname('to-the-second')]);
  await until(id, isActive);
  expect((await api('PATCH', `/domains/${id}`, { body: { server_id: second.serverId } })).status).toBe(200);
  await until(id, ({ move }) => move?.state === 'awaiting_dns');
  await dns.set(url, 'CNAME', [second.cnameTarget]);
  const moved = await until(id, (domain) => domain.move === undefined && domain.diagnosis.code === 'ok');
  const ca = await readFile(connection.ca_root_file, 'utf8');
  const seen = await get({ hostname: url, address: second.address, port: connection.edge_https_port, ca });
  expect(seen).toEqual({
    fingerprintSha256: moved.certificate?.fingerprint_sha256,
    body: `This is ${url}, with HTTPS, at ${second.address}.`,
  });
});
