/** @module-tag waits */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { newIdentity } from '../../../agent/machine/identity.gateway.ts';
import type { Identity } from '../../../agent/machine/identity.schema.ts';
import { decryptPrivateKey } from '../../../agent/machine/private-key.ts';
import { publicKeys } from '../../../agent/machine/public-keys.ts';
import { type EdgeService, edgeService, enrollAt } from '../../../agent/service/edge.gateway.ts';
import { Server } from '../../../lambdas/model/servers/server.schema.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { connection, createWithCname, isActive, stateDir, until } from '../cloud.ts';
import { enrolledMachine } from '../enrolled-machine.ts';
import { admin, table } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';

/** All hostnames of a machine, over all pages. */
async function hostnamesGivenTo(service: EdgeService): Promise<string[]> {
  const hostnames: string[] = [];
  let cursor: string | undefined;
  for (;;) {
    const result = await service.certificates(cursor);
    if (result.kind !== 'answered') throw new Error(`not answered: ${JSON.stringify(result)}`);
    hostnames.push(...result.body.changes.map(({ hostname }) => hostname));
    if (result.body.cursor === cursor) return hostnames;
    cursor = result.body.cursor;
  }
}

describe('an agent', () => {
  it('gets every certificate of its own server, however late it comes', async () => {
    const { id, url } = await createWithCname('own');
    await until(id, isActive);
    const { service } = await enrolledMachine(connection.server_id);
    expect(await hostnamesGivenTo(service)).toContain(url);
  });

  it("never gets another server's certificates, nor by pretending to be of it", async () => {
    const { id } = await createWithCname('foreign');
    await until(id, isActive);
    const other = await admin<{ server_id: number }>(
      'create-server',
      '--organization',
      connection.organization_id,
      '--name',
      'Other',
      '--type',
      'agent',
    );
    const { identity, service } = await enrolledMachine(other.server_id);
    expect(await hostnamesGivenTo(service)).toEqual([]);
    const pretending = { ...identity, enrollment: { ...identity.enrollment, server_id: connection.server_id } };
    expect(await edgeService(pretending).certificates(undefined)).toMatchObject({ kind: 'refused' });
  });

  it('gives keys only to a program that can read the file with their path, as Caddy does', async () => {
    const { id, url } = await createWithCname('local');
    await until(id, isActive);
    const file = join(stateDir, 'agent', 'caddy', 'get-certificate.caddy');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const [secret = ''] = /http:\S+$/m.exec(await readFile(file, 'utf8')) ?? [];
    const ask = (address: string | URL) => fetch(`${address}?server_name=${url}`);
    expect((await ask(new URL('/get-certificate', secret))).status).toBe(404);
    expect((await ask(`${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404);
    expect(await (await ask(secret)).text()).toContain('PRIVATE KEY');
  });

  it('tells the service that challenges reach it through its own web server', async () => {
    const { organization_id, server_id } = connection;
    await vi.waitFor(
      async () => {
        const server = Server.parse(await table.get(keys.server(organization_id, server_id)));
        expect(server.type === 'agent' && server.challengePathSeenAt).toBeTruthy();
      },
      { timeout: PATIENCE_SECONDS * 1000, interval: 500 },
    );
  });

  it('gets nothing more from the moment when it is revoked', async () => {
    const { identity, service } = await enrolledMachine(connection.server_id);
    expect(await service.certificates(undefined)).toMatchObject({ kind: 'answered' });
    const where = ['--organization', connection.organization_id, '--server', String(connection.server_id)];
    await admin('revoke-machine', ...where, '--machine', identity.enrollment.machine_id);
    expect(await service.certificates(undefined)).toMatchObject({ kind: 'refused' });
    expect(await service.report({})).toMatchObject({ kind: 'refused' });
  });

  it('gets its certificates under new keys after a rotation, and nothing more under the old', async () => {
    const { id, url } = await createWithCname('rotated');
    await until(id, isActive);
    const { identity, service } = await enrolledMachine(connection.server_id);
    const next = { ...identity, ...(await newIdentity()) };
    const asked = publicKeys(next);
    expect(await service.registerKeys(asked)).toEqual({ kind: 'answered', body: { machine_id: identity.enrollment.machine_id } });
    expect(await service.certificates(undefined)).toMatchObject({ kind: 'refused' });
    const renewed = edgeService(next);
    expect(await renewed.registerKeys(asked)).toMatchObject({ kind: 'answered' });
    const result = await renewed.certificates(undefined);
    const [change] = result.kind === 'answered' ? result.body.changes : [];
    if (change?.state !== 'present') throw new Error(`no certificate, of ${url} or another: ${JSON.stringify(result)}`);
    expect(await decryptPrivateKey(change.private_key_jwe, next.encryption_jwk)).toContain('PRIVATE KEY');
  });

  it('cannot use an enrollment token that another has used, not even at the same moment', async () => {
    const where = ['--organization', connection.organization_id, '--server', String(connection.server_id)];
    const { enrollment_token: token = '' } = await admin('create-enrollment', ...where);
    const attempts = await Promise.allSettled(
      Array.from({ length: 5 }, async () => {
        const { signing_jwk, encryption_jwk } = await newIdentity();
        const open = ({ kty, crv, x, y }: Identity['signing_jwk']) => ({ kty, crv, x, y });
        return enrollAt(connection.site_url, {
          token,
          name: 'm',
          signing_jwk: open(signing_jwk),
          encryption_jwk: open(encryption_jwk),
        });
      }),
    );
    const kinds = attempts.map((attempt) => (attempt.status === 'fulfilled' ? attempt.value.kind : 'failed'));
    expect(kinds.toSorted()).toEqual(['answered', 'refused', 'refused', 'refused', 'refused']);
  });
});
