import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { TEST_TIMINGS } from '../../../local/stage.ts';
import { component, createWithCname, isActive, until } from '../cloud.ts';
import { admin } from '../operator.ts';
import { served } from '../served.ts';

/** The outage that the lifecycle must sit out: several of its retries fall into it, which nothing but time brings about. */
const OUTAGE_MS = 4 * TEST_TIMINGS.caRetrySeconds * 1000;
const AFTERWARDS_SECONDS = 90;
const pebble = component('pebble');

describe('the certificate authority', () => {
  it('functions that remember the former key of the CA account go on ordering after an administrator has changed it', async () => {
    const before = await createWithCname('former-key');
    await until(before.id, isActive);
    const { account } = await admin('ca-account', 'show');
    expect(await admin('ca-account', 'change-key')).toMatchObject({ account, status: 'valid' });
    const { id } = await createWithCname('changed-key');
    await until(id, isActive, AFTERWARDS_SECONDS);
    expect(await admin('ca-account', 'show')).toMatchObject({ account, key_changed_at: expect.any(String) });
  });

  it('a domain is active by itself after the CA was down in the middle and has forgotten all its orders', async () => {
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

  it('a CA that hangs without an answer is not waited for, and the domain is active afterwards by itself', async () => {
    await pebble.pause();
    const { id } = await createWithCname('ca-hangs');
    await until(id, ({ error }) => error?.code === 'certificate_request_failed');
    await pebble.resume();
    await until(id, isActive, AFTERWARDS_SECONDS);
  });

  it('a CA that refuses every nonce for a while is given up for the moment, and the domain is active afterwards by itself', async () => {
    await pebble.stop();
    await pebble.start({ PEBBLE_WFE_NONCEREJECT: '100' });
    const { id } = await createWithCname('nonces');
    const obstructed = await until(id, ({ error }) => error?.code === 'certificate_request_failed');
    expect(obstructed.error?.details.acme_error).toContain('badNonce');
    await sleep(OUTAGE_MS);
    await pebble.stop();
    await pebble.start();
    await until(id, isActive, AFTERWARDS_SECONDS);
  });
});
