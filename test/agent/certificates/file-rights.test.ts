import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { certificateFolder } from '../../../agent/certificates/certificate-folder.gateway.ts';
import { openCertificateEndpoint } from '../../../agent/loopback/certificate-endpoint.gateway.ts';
import { OWNER_ONLY } from '../../../agent/shared/file-rights.ts';
import { certificateFor } from '../a-certificate.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const HOST = 'shop.customer.com';
/** Root may use any group, other users only one of their own. */
const gid = process.getuid?.() === 0 ? 12_345 : (process.getgid?.() ?? -1);
const forWebServer = { fileMode: 0o640, gid };

/** Every file and folder below `dir` with its mode and group. */
async function rightsBelow(dir: string): Promise<Record<string, string>> {
  const names = await readdir(dir, { recursive: true });
  const entries = await Promise.all(
    names.map(async (name) => {
      const { mode, gid } = await stat(join(dir, name));
      return [name, `${(mode & 0o777).toString(8)} ${gid}`];
    }),
  );
  return Object.fromEntries(entries);
}

it("with the web server's group it reads certificates and keys, may change none, and reads nothing else", async () => {
  const dir = await temporaryFolder();
  await chmod(dir, 0o700);
  await writeFile(join(dir, 'identity.json'), '{}', { mode: 0o600 });
  const folder = certificateFolder(dir, forWebServer);
  await folder.store(certificateFor(HOST));
  await folder.writeCursor('mch_1', 'c1');
  await (await openCertificateEndpoint(dir, forWebServer, 8601)).announce(8600);
  const own = process.getgid?.();
  expect(await rightsBelow(dir)).toEqual({
    'identity.json': `600 ${own}`,
    cursor: `600 ${own}`,
    combined: `750 ${gid}`,
    [`combined/${HOST}.pem`]: `640 ${gid}`,
    certificates: `750 ${gid}`,
    [`certificates/${HOST}`]: `750 ${gid}`,
    [`certificates/${HOST}/certificate.pem`]: `640 ${gid}`,
    [`certificates/${HOST}/private-key.pem`]: `640 ${gid}`,
    caddy: `750 ${gid}`,
    'caddy/get-certificate.caddy': `640 ${gid}`,
    'caddy/certificates.site': `640 ${gid}`,
  });
  expect(((await stat(dir)).mode & 0o777).toString(8)).toBe('711');
});

it('the folders that a web server reads are there, and open to it, before the first certificate', async () => {
  const dir = await temporaryFolder();
  await chmod(dir, 0o700);
  await certificateFolder(dir, forWebServer).createFolders();
  expect(await rightsBelow(dir)).toEqual({ combined: `750 ${gid}`, certificates: `750 ${gid}` });
  expect((await stat(dir)).mode & 0o777).toBe(0o711);
});

it('a folder kept under other rights gets the wanted ones at the next start, narrower ones too', async () => {
  const dir = await temporaryFolder();
  const certificate = certificateFor(HOST);
  await certificateFolder(dir).store(certificate);
  const stored = { certificates: [certificate], damaged: [], unmended: [] };
  expect(await certificateFolder(dir, forWebServer).load()).toEqual(stored);
  expect(await rightsBelow(dir)).toMatchObject({
    combined: `750 ${gid}`,
    [`combined/${HOST}.pem`]: `640 ${gid}`,
    [`certificates/${HOST}/private-key.pem`]: `640 ${gid}`,
  });
  expect(await certificateFolder(dir, OWNER_ONLY).load()).toEqual(stored);
  for (const [name, rights] of Object.entries(await rightsBelow(dir)))
    expect(rights, name).toMatch(name.endsWith('.pem') ? /^600 / : /^700 /);
});

it('a half-written file that a crash has left open to others is closed before a key is written into it', async () => {
  const dir = await temporaryFolder();
  await mkdir(join(dir, 'combined'));
  await writeFile(join(dir, 'combined', `.${HOST}.pem.new`), 'half', { mode: 0o666 });
  await certificateFolder(dir, forWebServer).store(certificateFor(HOST));
  expect((await rightsBelow(dir))[`combined/${HOST}.pem`]).toBe(`640 ${gid}`);
});

it('a path to the keys that another group could read is given up', async () => {
  const dir = await temporaryFolder();
  const { path, announce } = await openCertificateEndpoint(dir, forWebServer);
  await announce(8600);
  expect((await openCertificateEndpoint(dir, forWebServer)).path).toBe(path);
  expect((await openCertificateEndpoint(dir, { fileMode: 0o640, gid: gid + 1 })).path).not.toBe(path);
  expect((await openCertificateEndpoint(dir, OWNER_ONLY)).path).not.toBe(path);
});
