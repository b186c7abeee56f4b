import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { type EnrollPorts, enroll } from '../../../agent/enrollment/enroll.ts';
import { newIdentity, readIdentity, writeIdentity } from '../../../agent/machine/identity.gateway.ts';
import { type HostMarks, isOfAnotherHost } from '../../../agent/machine/identity.schema.ts';
import type { EdgeResult } from '../../../agent/service/edge-result.ts';
import { identityHeader } from '../../../contract/http/identity-header.ts';
import type { EnrollmentAnswer, EnrollmentRequest, NonceAnswer } from '../../../lambdas/agent-api/edge.schema.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const options = {
  site: 'https://service.net',
  right: { token: 'enr_secret' },
  name: 'web 1',
  replace: false,
  retrySeconds: 0,
};
const enrolled: EdgeResult<EnrollmentAnswer> = {
  kind: 'answered',
  body: { machine_id: 'mch_1', organization_id: 'org_A', server_id: 1 },
};

async function folder() {
  const clock = { ms: 0 };
  const dir = await temporaryFolder();
  const enrollAt = vi.fn(async (_site: string, _request: EnrollmentRequest): Promise<EdgeResult<EnrollmentAnswer>> => enrolled);
  const ports = {
    readIdentity: () => readIdentity(dir),
    writeIdentity: vi.fn((identity) => writeIdentity(dir, identity)),
    newIdentity,
    readHostMarks: vi.fn(async (): Promise<HostMarks> => ({ instance: 'one' })),
    askAsEnrolled: vi.fn(async (): Promise<EdgeResult<unknown>> => ({ kind: 'answered', body: {} })),
    enrollAt,
    nonceAt: vi.fn(
      async (): Promise<EdgeResult<NonceAnswer>> => ({
        kind: 'answered',
        body: { nonce: 'the-nonce', expires_at: '' },
      }),
    ),
    presignIdentity: vi.fn(async (header: string) => `https://sts.eu-central-1.amazonaws.com/?signed=${header}`),
    describeAwsIdentity: vi.fn(async (): Promise<string | undefined> => 'arn:aws:sts::111122223333:assumed-role/web/i-1'),
    wait: vi.fn(async (seconds: number) => {
      clock.ms += seconds * 1000;
    }),
    nowMs: () => clock.ms,
    jitter: () => 0.5,
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

it('a machine keeps the site as the parser writes it, and knows it in every spelling, also one kept as it was typed', async () => {
  const { dir, ports, enrollAt } = await folder();
  await enroll({ ...options, site: 'https:Service.NET:443//' }, ports);
  const kept = await readIdentity(dir);
  expect([kept?.enrollment?.site, enrollAt.mock.calls[0]?.[0]]).toEqual(['https://service.net', 'https://service.net']);
  if (kept?.enrollment) await writeIdentity(dir, { ...kept, enrollment: { ...kept.enrollment, site: 'HTTPS://Service.net' } });
  await enroll(options, ports);
  expect(enrollAt).toHaveBeenCalledTimes(1);
});

it('a machine enrolls once: again is harmless, also while the service does not answer', async () => {
  const { dir, ports, enrollAt } = await folder();
  await enroll(options, ports);
  const before = await readIdentity(dir);
  await enroll({ ...options, site: 'https://service.net/' }, ports);
  ports.askAsEnrolled.mockResolvedValueOnce({ kind: 'unavailable', reason: 'ECONNREFUSED' });
  await enroll(options, ports);
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
  expect(await readIdentity(dir)).toMatchObject(before ?? {});
  await enroll({ ...options, replace: true }, ports);
  expect((await readIdentity(dir))?.signing_jwk.x).not.toBe(before?.signing_jwk.x);
});

const unheard = { kind: 'unavailable', reason: 'ETIMEDOUT' } as const;

it.each<[string, (ports: Awaited<ReturnType<typeof folder>>['ports']) => void, boolean]>([
  ['--replace', () => {}, true],
  ['its service knows it no more', ({ askAsEnrolled }) => askAsEnrolled.mockResolvedValue({ kind: 'refused' }), false],
  ['its keys came with an image', ({ readHostMarks }) => readHostMarks.mockResolvedValue({ instance: 'two' }), false],
])('a machine that enrolls anew (%s) and hears no answer does so with the same keys again', async (_, happens, replace) => {
  const { dir, ports, enrollAt } = await folder();
  await enroll(options, ports);
  const before = await readIdentity(dir);
  happens(ports);
  ports.nowMs = () => Date.now();
  enrollAt.mockResolvedValueOnce(unheard);
  await enroll({ ...options, replace }, ports).catch(() => undefined);
  await enroll({ ...options, replace }, ports);
  const [, first, second] = enrollAt.mock.calls.map(([, { signing_jwk }]) => signing_jwk.x);
  expect(second).toBe(first);
  const after = await readIdentity(dir);
  expect(after?.signing_jwk.x).toBe(first);
  expect(after?.signing_jwk.x).not.toBe(before?.signing_jwk.x);
  expect(after).not.toHaveProperty('anew');
});

it('keys with which another machine was to enroll anew are not those of a copy of its folder', async () => {
  const { ports, enrollAt } = await folder();
  await enroll(options, ports);
  for (const instance of ['one', 'two']) {
    ports.readHostMarks.mockResolvedValue({ instance });
    enrollAt.mockResolvedValueOnce(unheard);
    await expect(enroll({ ...options, replace: true }, ports)).rejects.toThrow('ETIMEDOUT');
  }
  const [, first, second] = enrollAt.mock.calls.map(([, { signing_jwk }]) => signing_jwk.x);
  expect(second).not.toBe(first);
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

it('a machine that boots asks again while the service does not answer, until its time is over', async () => {
  const { ports, enrollAt } = await folder();
  enrollAt.mockResolvedValueOnce({ kind: 'unavailable', reason: 'ECONNREFUSED' });
  enrollAt.mockResolvedValueOnce({ kind: 'unavailable', reason: 'HTTP 503', retryAfterSeconds: 9 });
  await enroll({ ...options, retrySeconds: 60 }, ports);
  expect(ports.wait.mock.calls).toEqual([[2], [9]]);
  const { ports: others, enrollAt: never } = await folder();
  never.mockResolvedValue({ kind: 'unavailable', reason: 'ECONNREFUSED' });
  await expect(enroll({ ...options, retrySeconds: 60 }, others)).rejects.toThrow('ECONNREFUSED');
  expect(never.mock.calls.length).toBeGreaterThan(3);
});

it.each<[string, EdgeResult<EnrollmentAnswer>]>([
  ['a refused token', { kind: 'refused' }],
  ['a request that is wrong', { kind: 'unavailable', reason: 'HTTP 422', isFinal: true }],
])('a machine that boots does not ask again after %s', async (_, result) => {
  const { ports, enrollAt } = await folder();
  enrollAt.mockResolvedValue(result);
  await expect(enroll({ ...options, retrySeconds: 600 }, ports)).rejects.toThrow(/token|422/);
  expect(enrollAt).toHaveBeenCalledTimes(1);
});

it('a machine that the service knows no more enrolls anew with other keys', async () => {
  const { dir, ports, enrollAt } = await folder();
  await enroll(options, ports);
  const before = await readIdentity(dir);
  ports.askAsEnrolled.mockResolvedValueOnce({ kind: 'refused', serviceTime: new Date(1_000).toUTCString() });
  await enroll(options, ports);
  expect(ports.askAsEnrolled).toHaveBeenCalledWith(before);
  expect(enrollAt).toHaveBeenCalledTimes(2);
  expect((await readIdentity(dir))?.signing_jwk.x).not.toBe(before?.signing_jwk.x);
});

it('a machine that the service knows no more keeps what it has where its token is not taken, and says the command', async () => {
  const { dir, ports, enrollAt } = await folder();
  await enroll(options, ports);
  const before = await readIdentity(dir);
  ports.askAsEnrolled.mockResolvedValueOnce({ kind: 'refused' });
  enrollAt.mockResolvedValueOnce({ kind: 'refused' });
  await enroll(options, ports);
  expect(await readIdentity(dir)).toMatchObject(before ?? {});
  const said = { reason: expect.stringContaining('token'), remedy: expect.stringContaining('cps-agent enroll --replace') };
  expect(ports.log).toHaveBeenLastCalledWith('error', expect.any(String), said);
});

it('a machine whose clock is wrong stays enrolled as it is', async () => {
  const { dir, ports, enrollAt } = await folder();
  await enroll(options, ports);
  const before = await readIdentity(dir);
  ports.askAsEnrolled.mockResolvedValueOnce({ kind: 'refused', serviceTime: new Date(61_000).toUTCString() });
  await enroll(options, ports);
  expect(await readIdentity(dir)).toEqual(before);
  expect(enrollAt).toHaveBeenCalledTimes(1);
  expect(ports.log).toHaveBeenLastCalledWith('error', expect.stringContaining('clock'), expect.anything());
});

const byRole = { ...options, right: { organizationId: 'org_A', serverId: 1 } };

it('a machine enrolls by its AWS role: it signs the nonce of the service with its own keys, anew at each try', async () => {
  const { dir, ports, enrollAt } = await folder();
  enrollAt.mockResolvedValueOnce({ kind: 'unavailable', reason: 'HTTP 503' });
  await enroll({ ...byRole, retrySeconds: 60 }, ports);
  expect(ports.nonceAt).toHaveBeenCalledTimes(2);
  const sent = enrollAt.mock.calls[1]?.[1];
  const signingKey = sent?.signing_jwk ?? { x: '', y: '' };
  const encryptionKey = sent?.encryption_jwk ?? { x: '', y: '' };
  const header = identityHeader('the-nonce', { organizationId: 'org_A', serverId: 1, signingKey, encryptionKey });
  expect(sent?.aws_identity).toEqual({
    organization_id: 'org_A',
    server_id: 1,
    nonce: 'the-nonce',
    url: `https://sts.eu-central-1.amazonaws.com/?signed=${header}`,
  });
  expect((await readIdentity(dir))?.enrollment?.machine_id).toBe('mch_1');
  await enroll(byRole, ports);
  expect(enrollAt).toHaveBeenCalledTimes(2);
});

it('a machine whose AWS role is not taken says which role it has, and what to do', async () => {
  const { ports, enrollAt } = await folder();
  enrollAt.mockResolvedValue({ kind: 'refused' });
  await expect(enroll({ ...byRole, retrySeconds: 600 }, ports)).rejects.toThrow(
    /org_A\/1 .*assumed-role\/web\/i-1.*config\.machine_roles/,
  );
  ports.describeAwsIdentity.mockResolvedValue(undefined);
  await expect(enroll(byRole, ports)).rejects.toThrow('STS does not accept its credentials');
});

it('a machine that was made of an image with the keys of another enrolls with keys of its own', async () => {
  const { dir, ports, enrollAt } = await folder();
  await enroll(options, ports);
  const baked = await readIdentity(dir);
  ports.readHostMarks.mockResolvedValue({ instance: 'two' });
  enrollAt.mockResolvedValueOnce({ kind: 'refused' });
  await expect(enroll(options, ports)).rejects.toThrow('token');
  expect(await readIdentity(dir)).toMatchObject(baked ?? {});
  await enroll(options, ports);
  const own = await readIdentity(dir);
  expect(own?.signing_jwk.x).not.toBe(baked?.signing_jwk.x);
  expect(own?.host).toEqual({ instance: 'two' });
  await enroll(options, ports);
  expect(enrollAt).toHaveBeenCalledTimes(3);
});

it.each<[string, HostMarks, HostMarks, boolean]>([
  ['the same instance', { instance: 'a', machine: 'm' }, { instance: 'a', machine: 'n' }, false],
  [
    'another instance, whose machine-id came with the image',
    { instance: 'a', machine: 'm' },
    { instance: 'b', machine: 'm' },
    true,
  ],
  ['another machine outside of EC2', { machine: 'm' }, { machine: 'n' }, true],
  ['a container, which has neither', { machine: 'm' }, {}, false],
])('keys are known to be from elsewhere, or not: %s', (_, host, here, expected) => {
  expect(isOfAnotherHost({ host }, here)).toBe(expected);
});
