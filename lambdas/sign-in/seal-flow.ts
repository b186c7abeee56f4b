import { createCipheriv, createDecipheriv } from 'node:crypto';
import type * as z from 'zod/mini';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import type { ProvenSignIn, SignInFlow } from './sign-in-flow.schema.ts';

const SALT_BYTES = 16;
const TAG_BYTES = 16;
/** A fixed IV is safe: each key seals one message only. */
const NO_IV = Buffer.alloc(12);

/** `salt`: 16 random bytes, from which this message's key is derived. */
export function sealFlow(flow: SignInFlow | ProvenSignIn, salt: Buffer, secret: ServiceSecret): string {
  const { version, tag: key } = secret.signNamed('sign-in', salt.toString('hex'));
  const cipher = createCipheriv('aes-256-gcm', key, NO_IV);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(flow)), cipher.final()]);
  return `${version}.${Buffer.concat([salt, cipher.getAuthTag(), sealed]).toString('base64url')}`;
}

/** Undefined if the text was not sealed by this service, is of another kind, or has expired. */
export function openFlow<Flow extends { endsAt: string }>(
  text: string,
  kind: z.ZodMiniType<Flow>,
  secret: ServiceSecret,
  now: Date,
): Flow | undefined {
  const [, version, sealed] = /^([1-9][0-9]{0,5})\.([A-Za-z0-9_-]{64,4096})$/.exec(text) ?? [];
  const bytes = Buffer.from(sealed ?? '', 'base64url');
  const key = secret.signAs(Number(version), 'sign-in', bytes.subarray(0, SALT_BYTES).toString('hex'));
  if (!key) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, NO_IV, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(SALT_BYTES, SALT_BYTES + TAG_BYTES));
    const opened = Buffer.concat([decipher.update(bytes.subarray(SALT_BYTES + TAG_BYTES)), decipher.final()]);
    const flow = kind.parse(JSON.parse(opened.toString('utf8')));
    return flow.endsAt > now.toISOString() ? flow : undefined;
  } catch {
    return undefined;
  }
}
