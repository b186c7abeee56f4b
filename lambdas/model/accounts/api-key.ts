import { createHash, timingSafeEqual } from 'node:crypto';
import { BASE62_DIGITS } from '../../shared/ids/id-formats.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiKey } from './account.schema.ts';
import { type Mode, modeOf } from './tenant.ts';

/** A key as its holder has it. The secret is shown once, when it is made. */
export interface KeyPair {
  keyId: string;
  secret: string;
}

const KEY_ID = /^cps_pk_(live|test)_[0-9A-Za-z]{22}$/;
const SECRET = /^(sk_(live|test)_[0-9A-Za-z]{43})([0-9A-Za-z]{6})$/;

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text);
}

/** Where a key stands in the list of its organization. */
export function placeOf({ createdAt, keyId }: ApiKey): string {
  return `${createdAt} ${keyId}`;
}

/** Puts a key together from its random parts: 22 and 43 base62 characters. */
export function composeKey(mode: Mode, idPart: string, secretPart: string, serviceSecret: ServiceSecret): KeyPair {
  const keyId = `cps_pk_${mode}_${idPart}`;
  return { keyId, secret: newSecretFor(keyId, secretPart, serviceSecret) };
}

/** Another secret for a key that exists, of 43 random base62 characters. */
export function newSecretFor(keyId: string, secretPart: string, serviceSecret: ServiceSecret): string {
  const unsigned = `sk_${KEY_ID.exec(keyId)?.[1]}_${secretPart}`;
  return unsigned + tagText(serviceSecret.sign('api-key-pepper', signedText(keyId, unsigned)));
}

/**
 * Whether we made this secret for this key id: its last six characters are a tag over both, which takes the service's own
 * secret to make. It costs no read, so that guesses at a known key id reach neither the table nor what is counted for its holder.
 */
export function isOurs({ keyId, secret }: KeyPair, serviceSecret: ServiceSecret): boolean {
  const match = SECRET.exec(secret);
  if (!match?.[1] || !match[3] || KEY_ID.exec(keyId)?.[1] !== match[2]) return false;
  const given = Buffer.from(match[3]);
  const tags = serviceSecret.signAll('api-key-pepper', signedText(keyId, match[1]));
  return tags.some((tag) => timingSafeEqual(Buffer.from(tagText(tag)), given));
}

/** Whether a stored key lets this secret in now: its own, or for a while after a rotation the former one. */
export function admits(stored: ApiKey, secret: string, now: Date): boolean {
  const { previousSecretSha256: previous } = stored;
  const isCurrent = isHashOf(stored.secretSha256, secret);
  const isPrevious = previous !== undefined && isHashOf(previous, secret) && isInOverlap(stored, now);
  const secretIsRight = isCurrent || isPrevious;
  return secretIsRight && isOfItsMode(stored) && stored.revokedAt === undefined && !hasExpired(stored, now);
}

/** A key says its mode in its name: one whose data is of the other mode is let in nowhere. */
function isOfItsMode({ keyId, organizationId }: ApiKey): boolean {
  return KEY_ID.exec(keyId)?.[1] === modeOf(organizationId);
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
