import { randomBytes, randomInt } from 'node:crypto';
import { ulid } from 'ulid';

const SERVICE_EPOCH_SECONDS = Date.UTC(2026, 0, 1) / 1000;
const RANDOM_BITS = 22;
const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** `evt_`, `creq_`, … and a ULID: unguessable enough to name, ordered by time. */
export function prefixedId(prefix: 'evt' | 'creq' | 'req' | 'org' | 'mch' | 'tl' | 'aud'): string {
  return `${prefix}_${ulid()}`;
}

/** A domain's id: seconds since 2026 (31 bits) and 22 random bits. The caller puts it conditionally and rolls again on a collision. */
export function domainId(now: Date): number {
  const seconds = Math.floor(now.getTime() / 1000) - SERVICE_EPOCH_SECONDS;
  return seconds * 2 ** RANDOM_BITS + randomInt(2 ** RANDOM_BITS);
}

/** A server's label: 16 base32 characters (80 bits), never reused because never rolled twice. */
export function serverLabel(): string {
  return Array.from(randomBytes(16), (byte) => BASE32[byte & 31]).join('');
}

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Random base62 text for keys and tokens: 5.95 bits a character. */
export function base62(length: number): string {
  return Array.from({ length }, () => BASE62[randomInt(BASE62.length)]).join('');
}
