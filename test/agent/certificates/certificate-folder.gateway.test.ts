import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { certificateFolder } from '../../../agent/certificates/certificate-folder.gateway.ts';
import { combinedPem } from '../../../agent/certificates/stored-certificate.ts';
import { certificateFor } from '../a-certificate.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const HOST = 'shop.customer.com';
const mode = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

it('a stored certificate lies there for nginx and for HAProxy, readable by its owner only', async () => {
  const dir = await temporaryFolder();
  const certificate = certificateFor(HOST);
  await certificateFolder(dir).store(certificate);
  expect(await readFile(join(dir, 'certificates', HOST, 'certificate.pem'), 'utf8')).toBe(certificate.certificatePem);
  expect(await readFile(join(dir, 'certificates', HOST, 'private-key.pem'), 'utf8')).toBe(certificate.privateKeyPem);
  expect(await readFile(join(dir, 'combined', `${HOST}.pem`), 'utf8')).toBe(combinedPem(certificate));
  for (const file of [`certificates/${HOST}/certificate.pem`, `certificates/${HOST}/private-key.pem`, `combined/${HOST}.pem`]) {
    expect(await mode(join(dir, file))).toBe('600');
  }
  for (const folder of ['certificates', `certificates/${HOST}`, 'combined']) expect(await mode(join(dir, folder))).toBe('700');
  expect(await readdir(join(dir, 'combined'))).toEqual([`${HOST}.pem`]);
});

it('a stored certificate replaces a file that others could read, and one left over from a crash', async () => {
  const dir = await temporaryFolder();
  await mkdir(join(dir, 'combined'));
  await writeFile(join(dir, 'combined', `${HOST}.pem`), 'old', { mode: 0o644 });
  await writeFile(join(dir, 'combined', `.${HOST}.pem.new`), 'half', { mode: 0o644 });
  await certificateFolder(dir).store(certificateFor(HOST));
  expect(await mode(join(dir, 'combined', `${HOST}.pem`))).toBe('600');
});

it('a stored certificate replaces a link instead of writing through it', async () => {
  const dir = await temporaryFolder();
  await mkdir(join(dir, 'combined'));
  await writeFile(join(dir, 'elsewhere'), 'untouched');
  await symlink(join(dir, 'elsewhere'), join(dir, 'combined', `${HOST}.pem`));
  await certificateFolder(dir).store(certificateFor(HOST));
  expect(await readFile(join(dir, 'elsewhere'), 'utf8')).toBe('untouched');
});

it('a stored certificate is there after a restart, and gone once removed', async () => {
  const dir = await temporaryFolder();
  const folder = certificateFolder(dir);
  const certificate = certificateFor(HOST);
  await folder.store(certificate);
  expect(await certificateFolder(dir).load()).toEqual({ certificates: [certificate], damaged: [], unmended: [] });
  await folder.remove(HOST);
  expect(await certificateFolder(dir).load()).toEqual({ certificates: [], damaged: [], unmended: [] });
  expect(await readdir(join(dir, 'certificates'))).toEqual([]);
});

it('a stored certificate of a wildcard has no star in its file names, and is there after a restart', async () => {
  const dir = await temporaryFolder();
  const folder = certificateFolder(dir);
  const certificate = certificateFor('*.shop.customer.com');
  await folder.store(certificate);
  expect(await readdir(join(dir, 'combined'))).toEqual(['_wildcard.shop.customer.com.pem']);
  expect(await readdir(join(dir, 'certificates'))).toEqual(['_wildcard.shop.customer.com']);
  expect((await certificateFolder(dir).load()).certificates).toEqual([certificate]);
  expect(await folder.anyHostname()).toBeUndefined();
  await folder.remove('*.shop.customer.com');
  expect([...(await readdir(join(dir, 'combined'))), ...(await readdir(join(dir, 'certificates')))]).toEqual([]);
});

it.each(['*', '*.', '*.com', '*.../x', '*.a/../b.com', '*.*.customer.com', 'a*.customer.com', '_wildcard.shop.customer.com'])(
  'a stored certificate is never one for %s, which would be a file elsewhere or another one',
  async (hostname) => {
    const folder = certificateFolder(await temporaryFolder());
    await expect(folder.store({ ...certificateFor(HOST), hostname })).rejects.toThrow('not a hostname');
  },
);

it('nginx is told of wildcards, and of names below them that have a certificate of their own, once for each change', async () => {
  const dir = await temporaryFolder();
  const folder = certificateFolder(dir);
  const map = () => readFile(join(dir, 'nginx', 'wildcards.map'), 'utf8');
  await folder.mapWildcards([HOST, 'other.customer.com']);
  await expect(map()).rejects.toThrow('ENOENT');
  await folder.mapWildcards([HOST, `*.${HOST}`, `a.${HOST}`, `b.a.${HOST}`, 'other.customer.com']);
  expect(await map()).toBe(`*.${HOST} _wildcard.${HOST};\na.${HOST} a.${HOST};\nb.a.${HOST} b.a.${HOST};\n`);
  await folder.mapWildcards([HOST]);
  expect(await map()).toBe('');
});

it('after a crash a pair of which one half was replaced is mended', async () => {
  const dir = await temporaryFolder();
  const folder = certificateFolder(dir);
  const certificate = certificateFor(HOST);
  await folder.store(certificate);
  await writeFile(join(dir, 'certificates', HOST, 'private-key.pem'), certificateFor(HOST).privateKeyPem);
  await folder.load();
  expect(await readFile(join(dir, 'certificates', HOST, 'private-key.pem'), 'utf8')).toBe(certificate.privateKeyPem);
});

it('after a crash a pair that cannot be mended keeps no certificate from being served, and is named', async () => {
  const dir = await temporaryFolder();
  const folder = certificateFolder(dir);
  const [certificate, other] = [certificateFor(HOST), certificateFor('other.customer.com')];
  await folder.store(certificate);
  await folder.store(other);
  // A folder blocks the new file, also for root, who can write to a read-only folder.
  await mkdir(join(dir, 'certificates', HOST, '.private-key.pem.new'));
  await writeFile(join(dir, 'certificates', HOST, 'private-key.pem'), 'half');
  const { certificates, damaged, unmended } = await folder.load();
  expect(certificates).toHaveLength(2);
  expect(certificates).toEqual(expect.arrayContaining([certificate, other]));
  expect(damaged).toEqual([]);
  expect(unmended).toEqual([{ hostname: HOST, reason: expect.stringContaining('EISDIR') }]);
});

it.each([
  ['cut off', (pem: string) => pem.slice(0, 300)],
  ['without its key', (pem: string) => pem.slice(0, pem.indexOf('-----BEGIN PRIVATE'))],
  ["with another's key", (pem: string) => pem.slice(0, pem.indexOf('-----BEGIN PRIVATE')) + certificateFor(HOST).privateKeyPem],
  ['empty', () => ''],
])('after a crash a file that is %s is named and the others are loaded', async (_, damage) => {
  const dir = await temporaryFolder();
  const folder = certificateFolder(dir);
  const other = certificateFor('other.customer.com');
  await folder.store(other);
  await writeFile(join(dir, 'combined', `${HOST}.pem`), damage(combinedPem(certificateFor(HOST))));
  expect(await folder.load()).toEqual({ certificates: [other], damaged: [HOST], unmended: [] });
});

it.each(['../escaped', 'a/b.com', '..'])('a name that is a path is refused before the disk is touched: %s', async (hostname) => {
  const dir = await temporaryFolder();
  const folder = certificateFolder(join(dir, 'inner'));
  await expect(folder.store({ ...certificateFor(HOST), hostname })).rejects.toThrow('not a hostname');
  await expect(folder.remove(hostname)).rejects.toThrow('not a hostname');
  expect(await readdir(dir)).toEqual([]);
});

it('a cursor is read back by the machine it was written for, and by no other', async () => {
  const folder = certificateFolder(await temporaryFolder());
  expect(await folder.readCursor('mch_1')).toBeUndefined();
  await folder.writeCursor('mch_1', 'abc');
  expect(await folder.readCursor('mch_1')).toBe('abc');
  expect(await folder.readCursor('mch_2')).toBeUndefined();
});
