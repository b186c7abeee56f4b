import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { BASE62_DIGITS, lowestIdAt, RANDOM_BITS } from './id-formats.ts';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** `evt_`, `req_`, … and a ULID: hard to guess, and ordered by time. */
export function prefixedId(prefix: 'evt' | 'req' | 'org' | 'mch' | 'ent' | 'tl' | 'aud' | 'lease' | 'usr' | 'inv'): string {
  return `${prefix}_${ulid()}`;
}

/** Distinguishes one write to the table, or one start of an execution, from an identical one. */
export const callToken = (): string => randomUUID();

/**
 * The id of a domain or a webhook, below 2^53: its high bits contain the second, its low 22 bits are random. Only a conditional
 * write makes it unique.
 */
export function resourceId(now: Date): number {
  return lowestIdAt(now) + randomInt(2 ** RANDOM_BITS);
}

/** A server's label: 16 base32 characters (80 bits), never reused, because it is never drawn twice. */
export function serverLabel(): string {
  return Array.from(randomBytes(16), (byte) => BASE32[byte & 31]).join('');
}

/** Random base62 text for keys and tokens: 5.95 bits per character. */
export function base62(length: number): string {
  return Array.from({ length }, () => BASE62_DIGITS[randomInt(BASE62_DIGITS.length)]).join('');
}

/** Gives each message that the service's secret encrypts its own key. */
export const newSalt = (): Buffer => randomBytes(16);

/** A secret for signing deliveries, in the format of Standard Webhooks: 256 random bits. */
export function webhookSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}
