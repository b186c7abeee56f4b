import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { stateDir } from '../../../local/machine/state-dir.ts';
import { claimStateDir, processTable, releaseStateDir } from '../../../local/processes/process-table.ts';
import { createDomain, dns, isActive, newHostname, until } from '../cloud.ts';
import { busyIntegrator, type Integrator } from '../integrator.ts';
import { admin, dispatchOrders } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { get } from '../servers/web-servers/load.ts';
import { type StartedServer, startServer } from '../servers/web-servers/machine.ts';
import { findProgram } from '../servers/web-servers/programs.ts';

/** Last byte of its web server's address, 127.0.0.30, which no other test uses. */
const HOST = 30;
const PAUSED = 'paused by the operator of this service';
const PAUSED_AFTER_ITS_SLOT = 'The operator of this service has paused new certificates';

type Listed = Record<string, unknown>[];

/** A web server with its agent, of this organization. */
async function serverOf({ key }: Integrator): Promise<StartedServer> {
  const state = stateDir('.local/paused-orders');
  const folder = await mkdtemp(join(tmpdir(), 'cps-paused-'));
  await claimStateDir(state);
  const stops: (() => Promise<void>)[] = [];
  onTestFinished(async () => {
    await Promise.all(stops.map((stop) => stop()));
    await rm(folder, { recursive: true, force: true });
    releaseStateDir(state);
  });
  const caddy = (await findProgram('caddy')) ?? expect.fail('the local cloud has no Caddy');
  return startServer('caddy', caddy, join(folder, 'caddy'), stops, processTable(state), { key, host: HOST });
}

const says = ({ diagnosis }: DomainResource, text: string) => diagnosis.evidence.some(({ answer }) => answer.includes(text));
const isHeld = (domain: DomainResource) => says(domain, PAUSED);
const isHeldWithItsSlot = (domain: DomainResource) => says(domain, PAUSED_AFTER_ITS_SLOT);

/**
 * A new domain that waits for its slot. A function may miss the pause for ten seconds and grant slots to earlier domains: these
 * are issued, or wait as well.
 */
async function heldDomain({ key }: Integrator, { id: serverId, cnameTarget }: StartedServer): Promise<DomainResource> {
  for (;;) {
    const url = newHostname('paused');
    await dns.set(url, 'CNAME', [cnameTarget]);
    const { id } = await createDomain(url, serverId, key);
    const domain = await until(id, (seen) => isHeld(seen) || isHeldWithItsSlot(seen) || isActive(seen), PATIENCE_SECONDS, key);
    if (isHeld(domain)) return domain;
  }
}

describe('an organization whose orders an administrator pauses', () => {
  it('has a new domain that waits and says why, and is served after the pause', async () => {
    const us = await busyIntegrator();
    const server = await serverOf(us);
    const pausedNow = async () =>
      (await admin<{ paused: Listed }>('status')).paused.map(({ paused, reason }) => [paused, reason]);
    const timelineOf = async (id: number): Promise<string[]> =>
      (await us.must('GET', `/domains/${id}/events`)).data.map(({ type }: { type: string }) => type);
    const entry = [`organization ${us.organizationId}`, 'too many names'];
    await admin('pause', 'organization', us.organizationId, '--reason', 'too many names');
    expect(await pausedNow()).toContainEqual(entry);

    const { id, url, diagnosis } = await heldDomain(us, server);
    expect(diagnosis).toMatchObject({ code: 'ca_rate_limited', actor: 'service' });
    await dispatchOrders();
    const held = await until(id, () => true, PATIENCE_SECONDS, us.key);
    expect([isHeld(held), held.ssl_status]).toEqual([true, 'pending']);
    expect(await timelineOf(id)).not.toContain('certificate.slot_granted');

    await admin('resume', 'organization', us.organizationId);
    expect(await pausedNow()).not.toContainEqual(entry);
    await expect
      .poll(async () => {
        await dispatchOrders();
        return timelineOf(id);
      })
      .toContain('certificate.slot_granted');
    const served = await until(id, isActive, PATIENCE_SECONDS, us.key);
    expect((await get(server.target(url))).fingerprintSha256).toBe(served.certificate?.fingerprint_sha256);
  });
});
