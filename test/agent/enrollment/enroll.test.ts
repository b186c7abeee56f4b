import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type EnrollPorts, enroll } from '../../../agent/enrollment/enroll.ts';
import { newIdentity, readIdentity, writeIdentity } from '../../../agent/machine/identity.gateway.ts';
import type { EdgeResult } from '../../../agent/service/edge-result.ts';
import type { EnrollmentAnswer, EnrollmentRequest } from '../../../lambdas/edge/edge.schema.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const options = { site: 'https://service.net', token: 'enr_secret', name: 'web 1', replace: false };
const enrolled: EdgeResult<EnrollmentAnswer> = {
  kind: 'answered',
  body: { machine_id: 'mch_1', organization_id: 'org_A', server_id: 1 },
};

async function folder() {
  const dir = await temporaryFolder();
  const enrollAt = vi.fn(async (_site: string, _request: EnrollmentRequest): Promise<EdgeResult<EnrollmentAnswer>> => enrolled);
  const ports = {
    readIdentity: () => readIdentity(dir),
    writeIdentity: vi.fn((identity) => writeIdentity(dir, identity)),
    newIdentity,
    enrollAt,
    log: vi.fn(),
  } satisfies EnrollPorts;
  return { dir, ports, enrollAt };
}

it('a machine enrolls with two keys of its own, whose private halves never leave', async () => {
  const { dir, ports, enrollAt } = await folder();
  await enroll(options, ports);
  const identity = await readIdentity(dir);
  expect(identity?.enrollment).toEqual({
    machine_id: 'mch_1',
    organization_id: 'org_A',
    server_id: 1,
    site: 'https://service.net',
  });
  const sent = enrollAt.mock.calls[0]?.[1];
  expect(sent?.signing_jwk.x).toBe(identity?.signing_jwk.x);
  expect(sent?.signing_jwk.x).not.toBe(sent?.encryption_jwk.x);
  expect(JSON.stringify(sent)).not.toMatch(/"d":/);
  expect(((await stat(join(dir, 'identity.json'))).mode & 0o777).toString(8)).toBe('600');
  expect(await readFile(join(dir, 'identity.json'), 'utf8')).not.toContain('enr_secret');
  expect(JSON.stringify(ports.log.mock.calls)).not.toMatch(/enr_secret|"d":/);
});

it('a machine enrolls once: again is harmless and asks nobody', async () => {
  const { dir, ports, enrollAt } = await folder();
  await enroll(options, ports);
  const before = await readIdentity(dir);
  await enroll({ ...options, site: 'https://service.net/' }, ports);
  expect(await readIdentity(dir)).toEqual(before);
  expect(enrollAt).toHaveBeenCalledTimes(1);
});

it('a machine enrolls with the same keys after a failure', async () => {
  const { ports, enrollAt } = await folder();
  enrollAt.mockResolvedValueOnce({ kind: 'unavailable', reason: 'ECONNREFUSED' });
  await expect(enroll(options, ports)).rejects.toThrow('not enrolled: ECONNREFUSED');
  await enroll(options, ports);
  expect(enrollAt.mock.calls[1]?.[1]).toEqual(enrollAt.mock.calls[0]?.[1]);
});

it('a machine enrolls anew with other keys on demand, and keeps the old identity until that is accepted', async () => {
  const { dir, ports, enrollAt } = await folder();
  await enroll(options, ports);
  const before = await readIdentity(dir);
  enrollAt.mockResolvedValueOnce({ kind: 'refused' });
  await expect(enroll({ ...options, replace: true }, ports)).rejects.toThrow('token');
  expect(await readIdentity(dir)).toEqual(before);
  await enroll({ ...options, replace: true }, ports);
  expect((await readIdentity(dir))?.signing_jwk.x).not.toBe(before?.signing_jwk.x);
});

it('a machine does not enroll at another service with the same folder', async () => {
  const { ports } = await folder();
  await enroll(options, ports);
  await expect(enroll({ ...options, site: 'https://other.net' }, ports)).rejects.toThrow('enrolled at https://service.net');
});

it.each(['http://service.net', 'service.net', 'ftp://service.net', 'http://localhost.evil.net'])(
  'a machine enrolls never sends its token in the clear: %s',
  async (site) => {
    const { ports, enrollAt } = await folder();
    await expect(enroll({ ...options, site }, ports)).rejects.toThrow('https://');
    expect(enrollAt).not.toHaveBeenCalled();
    expect(ports.writeIdentity).not.toHaveBeenCalled();
  },
);

it('a machine enrolls at a service on its own machine without TLS', async () => {
  const { ports } = await folder();
  await expect(enroll({ ...options, site: 'http://localhost:8080' }, ports)).resolves.toBeUndefined();
});
