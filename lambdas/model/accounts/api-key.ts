import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { BASE62_DIGITS } from '../../shared/ids/id-formats.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiKey } from './account.schema.ts';

/** A key as its holder has it. The secret is shown once, when it is made. */
export interface KeyPair {
  keyId: string;
  secret: string;
}
export type KeyMode = 'live' | 'test';

const KEY_ID = /^cps_pk_(live|test)_([0-9A-Za-z]{22})$/;
/**
 * `sk_live_cps_`, the 22 characters of the key's id, 43 random ones, a tag that only we can make, and a checksum that anybody can
 * check (docs/leaked-keys.md). Without `cps_` it would look like a secret of others, and scanners for leaked keys would tell them.
 */
const SECRET = /^((sk_(live|test)_cps_([0-9A-Za-z]{22})[0-9A-Za-z]{43})([0-9A-Za-z]{6}))([0-9A-Za-z]{6})$/;
/** As it was made until 0.4: it names no key. */
const FORMER_SECRET = /^(sk_(live|test)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text);
}

/** Where a key stands in the list of its organization. */
export function placeOf({ createdAt, keyId }: ApiKey): string {
  return `${createdAt} ${keyId}`;
}

/** Puts a key together from its random parts: 22 and 43 base62 characters. */
export function composeKey(mode: KeyMode, idPart: string, secretPart: string, serviceSecret: ServiceSecret): KeyPair {
  const keyId = `cps_pk_${mode}_${idPart}`;
  return { keyId, secret: newSecretFor(keyId, secretPart, serviceSecret) };
}

/** Another secret for a key that exists, of 43 random base62 characters. */
export function newSecretFor(keyId: string, secretPart: string, serviceSecret: ServiceSecret): string {
  const [, mode, idPart] = KEY_ID.exec(keyId) ?? [];
  const unsigned = `sk_${mode}_cps_${idPart}${secretPart}`;
  const signed = unsigned + tagText(serviceSecret.sign('api-key-pepper', signedText(keyId, unsigned)));
  return signed + checksumOf(signed);
}

/** The id of the key whose secret this seems to be; undefined where it is none, or names none. */
export function keyIdIn(secret: string): string | undefined {
  const [, , , mode, idPart] = SECRET.exec(secret) ?? [];
  return mode === undefined ? undefined : `cps_pk_${mode}_${idPart}`;
}

/**
 * Whether we made this secret for this key id: six of its last characters are a tag over both, which takes the service's own
 * secret to make. It costs no read, so that guesses at a known key id reach neither the table nor what is counted for its holder.
 */
export function isOurs({ keyId, secret }: KeyPair, serviceSecret: ServiceSecret): boolean {
  const parts = partsOf(keyId, secret);
  if (!parts) return false;
  const given = Buffer.from(parts.tag);
  const tags = serviceSecret.signAll('api-key-pepper', signedText(keyId, parts.unsigned));
  return tags.some((tag) => timingSafeEqual(Buffer.from(tagText(tag)), given));
}

/** Undefined for what cannot be a secret of this key, or has a wrong checksum. */
function partsOf(keyId: string, secret: string): { unsigned: string; tag: string } | undefined {
  const [, signed = '', unsigned, , , tag, checksum] = SECRET.exec(secret) ?? [];
  if (unsigned !== undefined && tag !== undefined)
    return keyIdIn(secret) === keyId && checksumOf(signed) === checksum ? { unsigned, tag } : undefined;
  const [, formerUnsigned, mode, formerTag] = FORMER_SECRET.exec(secret) ?? [];
  if (formerUnsigned === undefined || formerTag === undefined || KEY_ID.exec(keyId)?.[1] !== mode) return undefined;
  return { unsigned: formerUnsigned, tag: formerTag };
}

/** CRC-32 in six digits of base62, the highest first. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let position = 0; position < 6; position += 1) {
    digits = BASE62_DIGITS.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** Whether a stored key lets this secret in now: its own, or for a while after a rotation the former one. */
export function admits(stored: ApiKey, secret: string, now: Date): boolean {
  return hasSecret(stored, secret, now) && stored.revokedAt === undefined && !hasExpired(stored, now);
}

/** Whether it would let this secret in, had the key not ended by itself. */
export function isOver(stored: ApiKey, secret: string, now: Date): boolean {
  return hasSecret(stored, secret, now) && stored.revokedAt === undefined && hasExpired(stored, now);
}

function hasSecret(stored: ApiKey, secret: string, now: Date): boolean {
  return whichSecret(stored, secret, now) !== undefined;
}

/** Which of a key's two secrets this is; undefined where it is neither, or the overlap of the former one is over. */
export function whichSecret(stored: ApiKey, secret: string, now: Date): 'present' | 'former' | undefined {
  if (isHashOf(stored.secretSha256, secret)) return 'present';
  const { previousSecretSha256: previous } = stored;
  const isFormer = previous !== undefined && isHashOf(previous, secret) && isInOverlap(stored, now);
  return isFormer ? 'former' : undefined;
}

/** Whether the secret that a rotation has replaced is still let in. */
export function isInOverlap({ previousSecretEndsAt }: ApiKey, now: Date): boolean {
  return previousSecretEndsAt !== undefined && previousSecretEndsAt > now.toISOString();
}

export function hasExpired({ expiresAt }: ApiKey, now: Date): boolean {
  return expiresAt !== undefined && expiresAt <= now.toISOString();
}

function isHashOf(storedHash: string, secret: string): boolean {
  return timingSafeEqual(Buffer.from(storedHash, 'hex'), Buffer.from(hashSecret(secret), 'hex'));
}

export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

function signedText(keyId: string, unsigned: string): string {
  return `${keyId}.${unsigned}`;
}

/** Six base62 characters of a tag: 35 bits, enough against typos and blind forgeries; the secret's hash decides. */
function tagText(tag: Buffer): string {
  return Array.from(tag.subarray(0, 6), (byte) => BASE62_DIGITS[byte % BASE62_DIGITS.length]).join('');
}
