import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TEST_TIMINGS } from '../../../local/stage.ts';
import { component, connection, createWithCname, isActive, until } from '../cloud.ts';
import { served } from '../served.ts';

/** Long enough for several checks of the challenge path; only time brings them about. */
const OUTAGE_MS = 4 * TEST_TIMINGS.preflightRetrySeconds * 1000;
const agent = component('agent');

describe('an agent', () => {
  it('leaves its certificates served while it is stopped, and new ones follow once it is back', async () => {
    const before = await createWithCname('served');
    const active = await until(before.id, isActive);
    await agent.stop();
    try {
      const during = await createWithCname('follows');
      const end = Date.now() + OUTAGE_MS;
      while (Date.now() < end) {
        expect((await served(before.url)).fingerprintSha256).toBe(active.certificate?.fingerprint_sha256);
        await sleep(1_000);
      }
      const waiting = await until(during.id, ({ diagnosis }) => diagnosis.code === 'challenge_unreachable');
      expect(waiting).toMatchObject({ dns_status: 'validated', ssl_status: 'pending' });
      expect(waiting.diagnosis).toMatchObject({ reason: 'bad_gateway', actor: 'integrator' });
      await agent.start();
      await until(during.id, isActive);
      expect((await served(during.url)).status).toBe(200);
    } finally {
      await agent.start().catch(() => {}); // already started when the test passed
    }
  });

  it('that is cut off from the service keeps serving from its own disk', async () => {
    const { id, url } = await createWithCname('offline');
    const active = await until(id, isActive);
    const ministack = component('ministack');
    await ministack.pause();
    try {
      await agent.stop();
      await agent.start();
      expect((await served(url)).fingerprintSha256).toBe(active.certificate?.fingerprint_sha256);
    } finally {
      await ministack.resume();
    }
    expect(connection.server_id).toBe(active.server_id);
  });
});
