import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { component, createWithCname, isActive, until } from '../cloud.ts';
import { served } from '../served.ts';

/** The outage that the lifecycle must sit out. */
const OUTAGE_MS = 60_000;
const AFTERWARDS_SECONDS = 90;
const pebble = component('pebble');

describe('the certificate authority', () => {
  it('down for a minute in the middle, with all its orders forgotten, is active afterwards by itself', async () => {
    await pebble.stop();
    const { id, url } = await createWithCname('ca-down');
    const obstructed = await until(id, ({ error }) => error?.code === 'certificate_request_failed');
    expect(obstructed).toMatchObject({
      dns_status: 'validated',
      ssl_status: 'pending',
      error: { details: { domain: url, acme_error: expect.any(String) } },
    });
    await sleep(OUTAGE_MS);
    await pebble.start();
    const active = await until(id, isActive, AFTERWARDS_SECONDS);
    expect((await served(url)).fingerprintSha256).toBe(active.certificate?.fingerprint_sha256);
  });

  it('that hangs without an answer is not waited for, and is active afterwards by itself', async () => {
    await pebble.pause();
    const { id } = await createWithCname('ca-hangs');
    await until(id, ({ error }) => error?.code === 'certificate_request_failed', 60);
    await pebble.resume();
    await until(id, isActive, AFTERWARDS_SECONDS);
  });

  it('that refuses every nonce for a while is asked sparingly, and is active afterwards by itself', async () => {
    await pebble.stop();
    await pebble.start({ PEBBLE_WFE_NONCEREJECT: '100' });
    const { id } = await createWithCname('nonces');
    const obstructed = await until(id, ({ error }) => error?.code === 'certificate_request_failed');
    expect(obstructed.error?.details.acme_error).toContain('badNonce');
    await sleep(OUTAGE_MS / 4);
    await pebble.stop();
    await pebble.start();
    await until(id, isActive, AFTERWARDS_SECONDS);
  });
});
