import {
  DecryptCommand,
  DisabledException,
  GenerateDataKeyCommand,
  InvalidCiphertextException,
  KMSClient,
  KMSInternalException,
} from '@aws-sdk/client-kms';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type ReleasePorts, releasePrivateKeys } from '../../../lambdas/agent-api/release-private-keys.ts';
import type { Log } from '../../../lambdas/shared/runtime/log.gateway.ts';
import { openSealedBytes, openSealingKey, seal } from '../../../lambdas/shared/secrets/kms.gateway.ts';
import type { Sealed } from '../../../lambdas/shared/secrets/sealed.schema.ts';
import { domainContext, type SealingContext } from '../../../lambdas/shared/secrets/sealing-context.ts';
import { LostRace } from '../../../lambdas/shared/table/lost-race.ts';
import { NOW } from '../a-domain.ts';
import { agentPorts } from './agent-ports.ts';
import { announced, certificate, machine, server } from './an-agent.ts';

const kms = mockClient(KMSClient);
const sealing = openSealingKey('alias/sealing');
const { domainId } = certificate;
const context = domainContext('org_A', domainId);
const DATA_KEY = Buffer.alloc(32, 7);
const about = { $metadata: {}, message: 'x' };

beforeEach(() => {
  kms.reset();
  kms.on(GenerateDataKeyCommand).callsFake(() => ({ Plaintext: Buffer.from(DATA_KEY), CiphertextBlob: Buffer.from('sealed') }));
  kms.on(DecryptCommand).callsFake(({ CiphertextBlob }) => {
    if (Buffer.from(CiphertextBlob).toString() !== 'sealed') throw new InvalidCiphertextException(about);
    return { Plaintext: Buffer.from(DATA_KEY) };
  });
});

function portsOf() {
  const log = vi.fn<Log>();
  const edges = {
    ...{ log, newId: () => 'aud_1', pause: vi.fn(async () => {}) },
    openSealed: (sealed: Sealed, context: SealingContext) => openSealedBytes(sealing, sealed, context),
  };
  const doubles = {
    table: { putWrite: () => ({}), transact: vi.fn(async () => undefined) },
    servers: { stillEnrolledCheck: () => ({}) },
    encryptToMachine: async (plaintext: string) => `jwe of ${plaintext}`,
  };
  return { ports: agentPorts(edges, doubles), log };
}
const sealedKey = () => seal(sealing, 'SECRET KEY', context);
const release = (ports: ReleasePorts, sealedKeys: Record<string, Sealed>) => {
  const certificates = Object.entries(sealedKeys).map(([hostname, sealed]) => announced(hostname, 0, { sealedKey: sealed }));
  return releasePrivateKeys({ server, machine, signature: { id: '1', signedAt: NOW } }, certificates, ports, NOW);
};
const flipped = (base64: string) => {
  const bytes = Buffer.from(base64, 'base64');
  bytes[0] = (bytes[0] ?? 0) ^ 1;
  return bytes.toString('base64');
};

describe('a private key that can never be opened', () => {
  it.each<[string, (sealed: Sealed) => Partial<Sealed>]>([
    ['another data key', () => ({ dataKey: Buffer.from('other').toString('base64') })],
    ['a changed ciphertext', ({ ciphertext }) => ({ ciphertext: flipped(ciphertext) })],
    ['a changed tag', ({ tag }) => ({ tag: flipped(tag) })],
    ['a tag cut off', () => ({ tag: 'dGFn' })],
    ['no initialization vector', () => ({ iv: '' })],
  ])('leaves its certificate without one, is named in the log, and delays no other: %s', async (_, damage) => {
    const { ports, log } = portsOf();
    const good = await sealedKey();
    const answered = await release(ports, { 'a.customer.com': good, 'b.customer.com': { ...good, ...damage(good) } });
    expect(answered).toMatchObject([
      { hostname: 'a.customer.com', private_key_jwe: 'jwe of SECRET KEY' },
      { hostname: 'b.customer.com', fingerprint_sha256: certificate.facts.fingerprintSha256, private_key_jwe: '' },
    ]);
    expect(log).toHaveBeenCalledExactlyOnceWith('error', expect.stringContaining('not delivered'), {
      hostname: 'b.customer.com',
      organizationId: 'org_A',
      serverId: 1,
      domainId,
      cause: expect.any(Error),
    });
    expect(JSON.stringify(log.mock.calls)).not.toContain('SECRET');
  });

  it('leaves its certificate without one also when it is the only one', async () => {
    const { ports } = portsOf();
    const good = await sealedKey();
    expect(await release(ports, { 'a.customer.com': { ...good, tag: flipped(good.tag) } })).toMatchObject([
      { hostname: 'a.customer.com', private_key_jwe: '' },
    ]);
  });
});

describe('private keys that cannot be opened at the moment', () => {
  it.each([
    ['KMS fails', new KMSInternalException(about)],
    ['KMS has its key disabled', new DisabledException(about)],
    ['KMS does not answer', Object.assign(new Error('connect ETIMEDOUT'), { name: 'TimeoutError', code: 'ETIMEDOUT' })],
  ])('hold back the whole page, so that nothing of it is lost: %s', async (_, trouble) => {
    const { ports, log } = portsOf();
    const [one, other] = [await sealedKey(), await sealedKey()];
    kms.on(DecryptCommand).rejects(trouble);
    await expect(release(ports, { 'a.customer.com': one, 'b.customer.com': other })).rejects.toBe(trouble);
    expect(log).not.toHaveBeenCalled();
  });
});

describe('while somebody else writes the row of the machine', () => {
  const busy = new LostRace([], undefined);

  it('a release that meets another transaction is tried again', async () => {
    const { ports } = portsOf();
    vi.mocked(ports.table.transact).mockRejectedValueOnce(busy).mockRejectedValueOnce(busy);
    expect(await release(ports, { 'a.customer.com': await sealedKey() })).toHaveLength(1);
    expect(ports.pause).toHaveBeenCalledTimes(2);
  });

  it('a release that never gets its turn opens no key, and its machine is told to ask again', async () => {
    const { ports } = portsOf();
    vi.mocked(ports.table.transact).mockRejectedValue(busy);
    const answered = release(ports, { 'a.customer.com': await sealedKey() });
    await expect(answered).rejects.toMatchObject({ code: 'service_unavailable', headers: { 'retry-after': '5' } });
    expect(kms.commandCalls(DecryptCommand)).toHaveLength(0);
  });
});
