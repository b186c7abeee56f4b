import { expect, it, vi } from 'vitest';
import { HeldCertificates } from '../../../agent/certificates/held-certificates.ts';
import type { StoredCertificate } from '../../../agent/certificates/stored-certificate.ts';
import { decryptPrivateKey } from '../../../agent/machine/private-key.ts';
import { identity } from '../../lambdas/agent-api/an-agent.ts';
import { certificateFor, changeTo } from '../a-certificate.ts';

const HOST = 'shop.customer.com';
const ports = () => ({
  folder: { store: vi.fn(async (_: StoredCertificate) => undefined), remove: vi.fn(async () => undefined) },
  decrypt: (jwe: string) => decryptPrivateKey(jwe, identity.encryption_jwk),
  log: vi.fn(),
});

it('a change is on disk before it is served', async () => {
  const held = new HeldCertificates([]);
  const { folder, ...rest } = ports();
  folder.store.mockImplementation(async () => {
    expect(held.get(HOST)).toBeUndefined();
    return;
  });
  const certificate = certificateFor(HOST);
  expect(await held.apply([await changeTo(certificate)], { folder, ...rest })).toEqual({ changed: [HOST], failed: [] });
  expect(held.get(HOST)).toEqual(certificate);
});

it('a change that is held already changes nothing', async () => {
  const certificate = certificateFor(HOST);
  const given = ports();
  const applied = await new HeldCertificates([certificate]).apply([await changeTo(certificate)], given);
  expect(applied).toEqual({ changed: [], failed: [] });
  expect(given.folder.store).not.toHaveBeenCalled();
});

it('a change to removed takes the certificate from memory and disk', async () => {
  const held = new HeldCertificates([certificateFor(HOST)]);
  const given = ports();
  expect(await held.apply([{ state: 'removed', hostname: HOST }], given)).toEqual({ changed: [HOST], failed: [] });
  expect(held.get(HOST)).toBeUndefined();
  expect(given.folder.remove).toHaveBeenCalledWith(HOST);
});

it('a change that cannot be written is not served from memory either, and takes no other with it', async () => {
  const held = new HeldCertificates([]);
  const given = ports();
  // Fails by hostname: the certificates of a page are stored concurrently.
  given.folder.store.mockImplementation(async ({ hostname }) => {
    if (hostname === HOST) throw new Error('ENOSPC');
  });
  const names = ['a.customer.com', HOST, 'c.customer.com'];
  const changes = await Promise.all(names.map((name) => changeTo(certificateFor(name))));
  expect(await held.apply(changes, given)).toEqual({ changed: ['a.customer.com', 'c.customer.com'], failed: [HOST] });
  expect(held.get(HOST)).toBeUndefined();
  expect(given.log).toHaveBeenCalledWith('error', expect.any(String), { hostname: HOST, reason: 'ENOSPC' });
});

it('a change to removed that the disk refuses stays served, and is named', async () => {
  const certificate = certificateFor(HOST);
  const held = new HeldCertificates([certificate]);
  const given = ports();
  given.folder.remove.mockRejectedValue(new Error('EROFS'));
  expect(await held.apply([{ state: 'removed', hostname: HOST }], given)).toEqual({ changed: [], failed: [HOST] });
  expect(held.get(HOST)).toEqual(certificate);
});

it.each([
  ['a path', async () => changeTo(certificateFor(HOST), { hostname: '../../etc/cron.d/x' })],
  [
    "another certificate's key",
    async () => changeTo(certificateFor(HOST), { certificate_pem: certificateFor(HOST).certificatePem }),
  ],
  ['another fingerprint', async () => changeTo(certificateFor(HOST), { fingerprint_sha256: 'ab'.repeat(32) })],
  ['a key that does not open', async () => changeTo(certificateFor(HOST), { private_key_jwe: 'x.x.x.x.x' })],
  ['no PEM', async () => changeTo(certificateFor(HOST), { certificate_pem: 'x' })],
])('an unusable change is left out, logged, and stops no other: %s', async (_, wrong) => {
  const old = certificateFor(HOST);
  const held = new HeldCertificates([old]);
  const given = ports();
  const good = certificateFor('other.customer.com');
  expect(await held.apply([await wrong(), await changeTo(good)], given)).toEqual({
    changed: ['other.customer.com'],
    failed: [],
  });
  expect(held.get(HOST)).toEqual(old);
  expect(given.log).toHaveBeenCalledWith('error', expect.any(String), expect.any(Object));
  expect(given.folder.store).toHaveBeenCalledExactlyOnceWith(good);
});

it('an unusable change is left out, logged, and stops no other, and no key is ever logged', async () => {
  const given = ports();
  const certificate = certificateFor(HOST);
  const changes = [await changeTo(certificate), await changeTo(certificate, { fingerprint_sha256: 'ab'.repeat(32) })];
  await new HeldCertificates([]).apply(changes, given);
  const body = certificate.privateKeyPem.split('\n')[1] ?? '';
  expect(JSON.stringify(given.log.mock.calls)).not.toMatch(/PRIVATE|private_key/);
  expect(JSON.stringify(given.log.mock.calls)).not.toContain(body);
});
