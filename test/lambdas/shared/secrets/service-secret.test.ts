import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openServiceSecret, rotateServiceSecret } from '../../../../lambdas/shared/secrets/service-secret.gateway.ts';
import { rotatedSecret, ServiceSecret } from '../../../../lambdas/shared/secrets/service-secret.ts';
import { anInvocation } from '../middleware/invoke.ts';

const NOW = new Date('2026-11-22T08:00:00.000Z');
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const first = JSON.stringify({ 1: 'a'.repeat(64) });
const { json: both, ...rotation } = rotatedSecret(first, 'b'.repeat(64), NOW);
const tag = (json: string, now?: Date) => ServiceSecret.fromJson(json, now).sign('list-cursor', 'x');
const recognises = (json: string, now: Date, other: Buffer) =>
  ServiceSecret.fromJson(json, now)
    .signAll('list-cursor', 'x')
    .some((one) => one.equals(other));

describe('a rotated secret', () => {
  it('signs by its old version for two minutes more, and by the new one then', () => {
    expect(rotation).toEqual({ version: 2, signsFrom: '2026-11-22T08:02:00.000Z' });
    expect(tag(both, later(119))).toEqual(tag(first));
    expect(tag(both, later(120))).not.toEqual(tag(first));
  });

  it('verifies what either version signed, from the first moment on', () => {
    expect(recognises(both, NOW, tag(first))).toBe(true);
    expect(recognises(both, NOW, tag(both, later(120)))).toBe(true);
    expect(recognises(both, later(120), tag(first))).toBe(true);
  });

  it('is not rotated again before the new version signs', () => {
    expect(() => rotatedSecret(both, 'c'.repeat(64), later(119))).toThrow(/version 2 begins to sign at/);
    expect(rotatedSecret(both, 'c'.repeat(64), later(120)).version).toBe(3);
  });
});

it.each([
  '{}',
  '{"1": "short"}',
  '{"2": {"material": "short", "signs_from": "2026-11-22T08:00:00Z"}}',
  '[]',
  '{"x": "long enough but without a number!"}',
])('a secret without a version that can be used is refused: %s', (text) => {
  expect(() => ServiceSecret.fromJson(text)).toThrow(/no version/);
});

describe('a warm process', () => {
  const secrets = mockClient(SecretsManagerClient);
  const client = new SecretsManagerClient({ region: 'eu-central-1' });
  let now = NOW;
  const ports = { clock: () => now, log: vi.fn() };
  const invoke = async ({ freshSecret }: Awaited<ReturnType<typeof openServiceSecret>>) =>
    freshSecret.before?.({ event: {}, context: anInvocation(), response: undefined, error: null, internal: {} } as never);
  beforeEach(() => {
    secrets.reset();
    now = NOW;
    ports.log.mockReset();
  });

  it('reads the secret once a minute, and knows a new version from then on', async () => {
    secrets.on(GetSecretValueCommand).resolvesOnce({ SecretString: first }).resolves({ SecretString: both });
    const opened = await openServiceSecret('arn', ports, client);
    now = later(59);
    await invoke(opened);
    expect(secrets.commandCalls(GetSecretValueCommand)).toHaveLength(1);
    now = later(60);
    await invoke(opened);
    await invoke(opened);
    expect(secrets.commandCalls(GetSecretValueCommand)).toHaveLength(2);
    expect(opened.serviceSecret.signAll('list-cursor', 'x')).toHaveLength(2);
  });

  it('that cannot read it at its cold start starts nevertheless, and fails the calls until it can', async () => {
    secrets
      .on(GetSecretValueCommand)
      .rejectsOnce(new Error('throttled'))
      .rejectsOnce(new Error('throttled'))
      .resolves({ SecretString: first });
    const opened = await openServiceSecret('arn', ports, client);
    await expect(invoke(opened)).rejects.toThrow('throttled');
    await invoke(opened);
    expect(opened.serviceSecret.sign('list-cursor', 'x')).toEqual(tag(first));
  });

  it('that cannot read it again continues with what it knows, and logs that', async () => {
    secrets.on(GetSecretValueCommand).resolvesOnce({ SecretString: first }).rejects(new Error('throttled'));
    const opened = await openServiceSecret('arn', ports, client);
    now = later(60);
    await invoke(opened);
    expect(opened.serviceSecret.sign('list-cursor', 'x')).toEqual(tag(first));
    expect(ports.log).toHaveBeenCalledWith('warn', expect.stringContaining('could not be read'), expect.anything());
  });

  it('is not needed to rotate: the new version is written beside the old ones', async () => {
    secrets.on(GetSecretValueCommand).resolves({ SecretString: first });
    await rotateServiceSecret(client, 'arn', 'b'.repeat(64), NOW);
    expect(secrets.commandCalls(PutSecretValueCommand).map(({ args }) => args[0].input)).toEqual([
      { SecretId: 'arn', SecretString: both },
    ]);
  });
});
