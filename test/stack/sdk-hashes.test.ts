import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Md5 as SdkMd5, Sha256 as SdkSha256 } from '@smithy/core/checksum';
import { expect, it } from 'vitest';
import { bundle } from '../../lib/functions/bundle.ts';
import { Md5, Sha256 } from '../../lib/functions/sdk-hashes.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const view = bytes('xx a secret xx').subarray(3, 11);

it.each<[string, ConstructorParameters<typeof Sha256>[0]]>([
  ['no secret', undefined],
  ['a secret of text', 'a secret'],
  ['a secret of bytes', bytes('a secret')],
  ['a secret that is a part of other bytes', view],
  ['a secret longer than a block', 's'.repeat(100)],
  ['a secret in a buffer', bytes('a secret').buffer],
])('what the bundles sign with gives what the SDK’s own gives, with %s', async (_, secret) => {
  const [ours, theirs] = [new Sha256(secret), new SdkSha256(secret)];
  for (const hash of [ours, theirs]) {
    hash.update(bytes('GET\n/\n'));
    hash.update(bytes('host:example\n'));
  }
  expect(await ours.digest()).toEqual(await theirs.digest());
  for (const hash of [ours, theirs]) {
    hash.reset();
    hash.update(bytes('again'));
  }
  expect(await ours.digest()).toEqual(await theirs.digest());
  expect(ours.digestLength).toBe(32);
});

it('what SQS compares bodies with in the bundles gives what the SDK’s own gives', async () => {
  const [ours, theirs] = [new Md5(), new SdkMd5()];
  for (const hash of [ours, theirs]) hash.update(bytes('{"id":"evt_1"}'));
  expect(await ours.digest()).toEqual(await theirs.digest());
  expect(ours.digestLength).toBe(16);
});

it('the functions that seal and sign the audit can be bundled, and that with S3’s client is whole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  bundle('lambdas/audit-chain/seal-entries.lambda.ts', join(folder, 'seal'));
  const { outputs } = bundle('lambdas/audit-chain/sign-days.lambda.ts', join(folder, 'sign'));
  const external = Object.values(outputs).flatMap(({ imports }) => imports.filter((one) => one.external === true));
  expect(external.map(({ path }) => path).filter((path) => !isBuiltin(path))).toEqual([]);
  expect(statSync(join(folder, 'sign', 'index.mjs')).size).toBeLessThan(800_000);
  rmSync(folder, { recursive: true });
});
