import { chmod, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closeCertificateEndpoint, openCertificateEndpoint } from '../../../agent/loopback/certificate-endpoint.gateway.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const fileIn = (dir: string) => join(dir, 'caddy', 'get-certificate.caddy');
const siteIn = (dir: string) => join(dir, 'caddy', 'certificates.site');

it('the path to the keys is random, and stands in a file of its owner alone', async () => {
  const [dir, other] = [await temporaryFolder(), await temporaryFolder()];
  const door = await openCertificateEndpoint(dir);
  expect(door.path).toMatch(/^\/get-certificate\/[A-Za-z0-9_-]{43}$/);
  expect((await openCertificateEndpoint(other)).path).not.toBe(door.path);
  expect(await door.announce(8600)).toBe(true);
  expect(await readFile(fileIn(dir), 'utf8')).toBe(`get_certificate http http://127.0.0.1:8600${door.path}\n`);
  expect((await stat(fileIn(dir))).mode & 0o777).toBe(0o600);
  expect((await stat(join(dir, 'caddy'))).mode & 0o777).toBe(0o700);
});

it('the path to the keys stays over a restart, also on another port, so that Caddy needs nothing new', async () => {
  const dir = await temporaryFolder();
  const { path, announce } = await openCertificateEndpoint(dir);
  await announce(8600);
  const again = await openCertificateEndpoint(dir);
  expect(again.path).toBe(path);
  expect(await again.announce(8600)).toBe(false);
  expect(await again.announce(8601)).toBe(true);
});

it('a path to the keys that others could read is given up', async () => {
  const dir = await temporaryFolder();
  const { path, announce } = await openCertificateEndpoint(dir);
  await announce(8600);
  await chmod(fileIn(dir), 0o644);
  const again = await openCertificateEndpoint(dir);
  expect(again.path).not.toBe(path);
  expect(await again.announce(8600)).toBe(true);
  expect((await stat(fileIn(dir))).mode & 0o777).toBe(0o600);
});

it('a path to the keys is forgotten when the agent runs without it', async () => {
  const dir = await temporaryFolder();
  const { path, announce } = await openCertificateEndpoint(dir);
  await announce(8600);
  await closeCertificateEndpoint(dir);
  expect(await readdir(join(dir, 'caddy'))).toEqual([]);
  expect((await openCertificateEndpoint(dir)).path).not.toBe(path);
});

it('with a port of its own, Caddy asks itself first, and answers from the folder at the same secret path', async () => {
  const dir = await temporaryFolder();
  const { path, announce, isReadByCaddy } = await openCertificateEndpoint(dir, undefined, 8601);
  expect(isReadByCaddy).toBe(true);
  expect(await announce(8600)).toBe(true);
  expect(await readFile(fileIn(dir), 'utf8')).toBe(
    [8601, 8600].map((port) => `get_certificate http http://127.0.0.1:${port}${path}\n`).join(''),
  );
  const site = await readFile(siteIn(dir), 'utf8');
  expect(site).toContain(
    `http://127.0.0.1:8601 {\n\tbind 127.0.0.1\n\thandle ${path} {\n\t\troot * "${join(dir, 'combined')}"\n`,
  );
  expect((await stat(siteIn(dir))).mode & 0o777).toBe(0o600);
  const again = await openCertificateEndpoint(dir, undefined, 8601);
  expect(again.path).toBe(path);
  expect(await again.announce(8600)).toBe(false);
});

it('another port of Caddy, or none any more, is new for it', async () => {
  const dir = await temporaryFolder();
  await (await openCertificateEndpoint(dir, undefined, 8601)).announce(8600);
  expect(await (await openCertificateEndpoint(dir, undefined, 8602)).announce(8600)).toBe(true);
  expect(await (await openCertificateEndpoint(dir)).announce(8600)).toBe(true);
  expect(await readdir(join(dir, 'caddy'))).toEqual(['get-certificate.caddy']);
});

it.each([fileIn, siteIn])(
  'a path to the keys in a file that others could read is given up, in either of the two',
  async (file) => {
    const dir = await temporaryFolder();
    const { path, announce } = await openCertificateEndpoint(dir, undefined, 8601);
    await announce(8600);
    await chmod(file(dir), 0o644);
    expect((await openCertificateEndpoint(dir, undefined, 8601)).path).not.toBe(path);
  },
);
