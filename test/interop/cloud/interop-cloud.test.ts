import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Cloud, startCloud } from '../../../local/cloud.ts';
import { cloudEnvironment, NODE, PROJECT } from '../../../local/machine/environment.ts';
import { CHAOS_PORTS, readPorts } from '../../../local/machine/ports.ts';
import { TEST_TIMINGS, TEST_WEBHOOKS } from '../../../local/stage.ts';
import { integrator } from '../../chaos/integrator.ts';
import { EXTERNAL, type OtherProgram, PROGRAMS, serveChallenges } from '../programs.ts';

const STATE_DIR = '.local/interop';
const CONTACT = 'ops@service.example';
const LOOK_EVERY_MS = 1_000;
const PATIENCE_MS = 180_000;
const ports = readPorts(process.env, CHAOS_PORTS);

let cloud: Cloud;
let web: Awaited<ReturnType<typeof serveChallenges>>;
const cas: { name: string; program: OtherProgram; isBound: boolean }[] = [];
beforeAll(async () => {
  web = await serveChallenges(ports.edgeHttp);
  for (const { name, start, binding } of PROGRAMS) {
    const isBound = binding === 'issues when bound';
    cas.push({ name, isBound, program: await start({ webPort: web.port, requiresBinding: isBound }) });
  }
  cloud = await startCloud({
    ...{ stateDir: STATE_DIR, ports, range: CHAOS_PORTS, reset: true, timings: TEST_TIMINGS, webhooks: TEST_WEBHOOKS },
    cas: cas.map(({ name: caName, program: { directoryUrl, trustedRootPem } }) => ({
      ...{ caName, directoryUrl, trustedRootPem, contactEmail: CONTACT },
    })),
  });
}, 600_000);
afterAll(async () => {
  await cloud?.stop();
  await Promise.all(cas.map(({ program }) => program.stop()));
  web.server.close();
  web.server.closeAllConnections();
});

async function untilServed(id: number, isSo = async () => true): Promise<{ ca?: string | null }> {
  const us = integrator(cloud.connection);
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await sleep(LOOK_EVERY_MS))
    if ((await us.isServed(id)) && (await isSo())) return (await us.domain(id))?.certificate ?? {};
  return expect.fail(JSON.stringify((await us.domain(id))?.diagnosis));
}

async function ordered(): Promise<number> {
  const hostname = `shop-${randomBytes(4).toString('hex')}.customer.test`;
  await cloud.dns.set(hostname, 'CNAME', [cloud.connection.cname_target]);
  return integrator(cloud.connection).createDomain(hostname);
}

describe.each(PROGRAMS.map(({ name }, index) => ({ name, index })))('a stage whose CA is $name', ({ name, index }) => {
  it('has its account registered by the administrator, serves a certificate, replaces and revokes it, and hands on to the next when it is down', async () => {
    const us = integrator(cloud.connection);
    const key = join(PROJECT, STATE_DIR, 'external-key');
    writeFileSync(key, EXTERNAL.hmacKey, { mode: 0o600 });
    const external = cas[index]?.isBound ? ['--eab-kid', EXTERNAL.kid, '--eab-key-file', key] : [];
    const env = { ...process.env, ...cloudEnvironment(), CPS_STATE_DIR: STATE_DIR };
    const register = ['bin/admin.ts', 'ca-account', '--ca', name, 'register', ...external];
    await promisify(execFile)(NODE, register, { cwd: PROJECT, env });
    const id = await ordered();
    expect(await untilServed(id)).toMatchObject({ ca: name });
    await us.revokeCertificate(id);
    await untilServed(id, async () => (await us.eventTypes(id)).includes('certificate.revoked'));
    await cas[index]?.program.stop();
  });
});
