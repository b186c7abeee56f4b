import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { Server } from '../../../lambdas/model/servers/server.schema.ts';
import { serverStore } from '../../../lambdas/model/servers/server.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { cloudEnvironment, NODE, PROJECT } from '../../../local/machine/environment.ts';
import { api, connection, createWithCname, dns, isActive, stateDir, until } from '../cloud.ts';
import { enrolledMachine } from '../enrolled-machine.ts';
import { scanNow, statusAtTheCa, sweepOverdue, table } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { get } from '../servers/web-servers/load.ts';

const IN_TIME = { timeout: PATIENCE_SECONDS * 1000, interval: 250 };

interface SecondServer {
  serverId: number;
  address: string;
  cnameTarget: string;
  /** Ends its web server and its agent. */
  stop: () => Promise<void>;
}

/** Follows docs/servers/second-server.md. Returns what the command prints about the new or stopped server. */
async function startSecondServer(): Promise<SecondServer> {
  const child = spawn(NODE, ['local/second-server.ts'], {
    cwd: PROJECT,
    env: { ...cloudEnvironment(), CPS_STATE_DIR: stateDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };
  onTestFinished(stop);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return vi.waitFor(
    () => {
      const [, id, address = '', cnameTarget = ''] =
        /Server (\d+) is up on (\S+), and its cname_target is (\S+)\. /.exec(said) ?? expect.fail(`it says ${said}`);
      return { serverId: Number(id), address, cnameTarget, stop };
    },
    { timeout: PATIENCE_SECONDS * 1000, interval: 100 },
  );
}

/** Checks a domain without the ten seconds between two checks. Returns its present diagnosis. */
async function check(id: number): Promise<string> {
  await table.transact([table.deleteWrite(keys.actions(id))]);
  const { status, body } = await api('POST', `/domains/${id}/check`);
  expect(status).toBe(200);
  const { code, reason } = body.diagnosis;
  return reason === 'not_seen_now' ? reason : code;
}

/** Makes the server's only machine silent, unless it is known to be already. */
async function ageMachine(serverId: number): Promise<void> {
  const { organization_id } = connection;
  const server = Server.parse(await table.get(keys.server(organization_id, serverId)));
  if (server.type !== 'agent') return expect.fail('no agent');
  const [machine = expect.fail('no machine')] = await serverStore(table).machines(server);
  if (machine.silentAt !== undefined) return;
  const long = { ':long': new Date(Date.now() - 3_600_000).toISOString() };
  await table.update(keys.server(organization_id, serverId), { expression: 'SET lastSeenAt = :long', values: long });
  await table.update(keys.machine(organization_id, serverId, machine.id), {
    expression: 'SET lastSeenAt = :long, stepDueAt = :past',
    condition: 'attribute_exists(stepDueAt)',
    values: { ...long, ':past': new Date(Date.now() - 1_000).toISOString() },
  });
}

/**
 * Server events, oldest first: the event, the server's status, and the number of silent machines. `since`: a page holds only a
 * part of the log, which also contains other tests' events.
 */
async function toldOf(serverId: number, since: Date): Promise<unknown[]> {
  interface Told {
    event: string;
    data: { server: { id: number; status: string }; silent_machines: unknown[] };
  }
  const answers = await Promise.all(
    ['server.offline', 'server.online'].map((event) =>
      api<{ data: Told[] }>('GET', `/events?limit=100&event=${event}&since=${since.toISOString()}`),
    ),
  );
  const told = answers.flatMap(({ body }) => body.data).filter(({ data }) => data.server.id === serverId);
  return told.map(({ event, data }) => [event, data.server.status, data.silent_machines.length]);
}

/** Gives a domain's key to a machine of the server, then revokes the machine. Resolves when another key is served. */
async function rekeyAfterMachine(serverId: number, { id, url, certificate }: DomainResource): Promise<void> {
  const { identity, service } = await enrolledMachine(serverId);
  const changes = [expect.objectContaining({ hostname: url, state: 'present' })];
  expect(await service.certificates(undefined)).toMatchObject({ kind: 'answered', body: { changes } });
  const machine = `/servers/${serverId}/enrollments/${identity.enrollment.machine_id}`;
  expect((await api('DELETE', `${machine}?rekey=true`)).status).toBe(200);
  await sweepOverdue();
  await scanNow(id);
  const serial = certificate?.serial_number;
  const isRekeyed = (domain: DomainResource) => isActive(domain) && domain.certificate?.serial_number !== serial;
  await until(id, (domain) => isRekeyed(domain) && domain.revocation === undefined);
  expect(await statusAtTheCa(serial ?? '')).toMatchObject({ Status: 'Revoked', Reason: 1 });
}

it('a second server of the local cloud takes over a domain, whose key is replaced and revoked after one of its machines, and is told silent when it is stopped and back when it is started', async () => {
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
  await rekeyAfterMachine(second.serverId, moved);

  const stoppedAt = new Date();
  await second.stop();
  // While the copy at the former server is being removed, DNS alone confirms nothing.
  const first = await check(id);
  expect(['not_seen_now', 'certificate_not_served']).toContain(first);
  await expect.poll(() => check(id), IN_TIME).toBe('certificate_not_served');
  const OFFLINE = ['server.offline', 'offline', 1];
  const silenced = async () => {
    // Repeated, because a last poll of the agent may be recorded after its end.
    await ageMachine(second.serverId);
    await Promise.all([sweepOverdue(), sweepOverdue()]);
    return toldOf(second.serverId, stoppedAt);
  };
  await expect.poll(silenced, IN_TIME).toEqual([OFFLINE]);
  await sweepOverdue();
  expect(await toldOf(second.serverId, stoppedAt)).toEqual([OFFLINE]);
  expect(await check(id)).toBe('server_not_connected');

  expect((await startSecondServer()).serverId).toBe(second.serverId);
  await expect.poll(() => toldOf(second.serverId, stoppedAt), IN_TIME).toEqual([OFFLINE, ['server.online', 'online', 0]]);
  await expect.poll(() => check(id), IN_TIME).toBe('ok');
  await sweepOverdue();
  expect(await toldOf(second.serverId, stoppedAt)).toHaveLength(2);
});
