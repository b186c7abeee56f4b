import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stateDir as layoutOf } from '../../../local/machine/state-dir.ts';
import { issuedRootsFile } from '../../../local/processes/pebble.ts';
import { fetchServed } from '../../../local/served-certificate.ts';
import { CA_NAME, SECOND_CA_NAME, TEST_TIMINGS } from '../../../local/stage.ts';
import { watchCa } from '../ca-log.ts';
import {
  component,
  connection,
  createDomain,
  createWithCname,
  diagnosedAs,
  dns,
  isActive,
  newHostname,
  stateDir,
  until,
} from '../cloud.ts';
import { admin } from '../operator.ts';
import { served } from '../served.ts';

/** Long enough for several retries of the lifecycle; only time brings them about. */
const OUTAGE_MS = 4 * TEST_TIMINGS.caRetrySeconds * 1000;
const AFTERWARDS_SECONDS = 90;
const pebble = component('pebble');
const secondPebble = component('second-pebble');
/** Also after a failed test: the next one needs both. */
afterEach(async () => {
  await Promise.all([pebble.start(), secondPebble.start()]);
});

const names = (label: string, count: number) => Array.from({ length: count }, (_, at) => `${label}-${at}`);
/** Health of each CA, the preferred one first. */
const caHealth = async () =>
  (await admin<{ cas: { ca: string; health: string }[] }>('ca-status')).cas.map(({ ca, health }) => [ca, health]);

describe('two certificate authorities', () => {
  it('the second CA issues while the first one is down, for no name whose DNS is wrong; the first one issues again when it is back, by one order for each name that waited and each validation that failed', async () => {
    await pebble.stop();
    const second = watchCa('second-pebble');
    const wrong = newHostname('wrong-dns');
    await dns.set(wrong, 'CNAME', ['elsewhere.customer.test']);
    const { id: wrongId } = await createDomain(wrong);
    // Checked first: its DNS window may close while a busy machine serves the others.
    await until(wrongId, diagnosedAs('invalid_cname_target'));
    const made = await Promise.all(names('first-down', 3).map(createWithCname));
    const roots = issuedRootsFile(layoutOf(stateDir), 'second-pebble');
    for (const { id, url } of made) {
      const { certificate } = await until(id, isActive, AFTERWARDS_SECONDS);
      expect(certificate?.ca).toBe(SECOND_CA_NAME);
      const { fingerprintSha256 } = await fetchServed(url, connection.edge_https_port, roots);
      expect(fingerprintSha256).toBe(certificate?.fingerprint_sha256);
      await expect(served(url)).rejects.toThrow();
    }
    expect(second.orders()).toBe(made.length + second.ordersRefused());
    expect(await caHealth()).toEqual([
      [CA_NAME, expect.stringContaining('spared since')],
      [SECOND_CA_NAME, expect.stringMatching(/^serving/)],
    ]);

    await secondPebble.stop();
    const waiting = await Promise.all(names('both-down', 4).map(createWithCname));
    for (const { id } of waiting) await until(id, ({ error }) => error?.code === 'certificate_request_failed');
    const first = watchCa();
    await pebble.start();
    for (const { id, url } of waiting) {
      const { certificate } = await until(id, isActive, AFTERWARDS_SECONDS);
      expect([certificate?.ca, (await served(url)).fingerprintSha256]).toEqual([CA_NAME, certificate?.fingerprint_sha256]);
    }
    expect(first.orders()).toBe(waiting.length + first.ordersRefused());
    expect((await caHealth())[0]).toEqual([CA_NAME, expect.stringContaining('serving again since')]);
  });
});

describe('the certificate authority', () => {
  beforeEach(() => secondPebble.stop());

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
