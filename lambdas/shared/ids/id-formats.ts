import { decodeTime, encodeTime, isValid } from 'ulid';

/** The base62 digits by value: keys and tokens from them need no escaping anywhere. */
export const BASE62_DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Crockford's base32, as ULIDs are written: https://github.com/ulid/spec */
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const TIME_DIGITS = 10;
const ULID_DIGITS = 26;

const SERVICE_EPOCH_SECONDS = Date.UTC(2026, 0, 1) / 1000;
/** The low bits of a domain's or a webhook's id. The higher bits contain the second. */
export const RANDOM_BITS = 22;

/** The lowest id of a domain or a webhook that can be created at this instant, or later. */
export function lowestIdAt(at: Date): number {
  return (Math.floor(at.getTime() / 1000) - SERVICE_EPOCH_SECONDS) * 2 ** RANDOM_BITS;
}

/** The pattern of ids with this prefix: 48 bits of milliseconds and 80 random bits in Crockford's base32. */
export function idPattern(prefix: 'evt' | 'dlv'): RegExp {
  return new RegExp(`^${prefix}_[0-7][0-9A-HJKMNP-TV-Z]{25}$`);
}

/** The part after the prefix of `evt_…`: 10 digits of milliseconds, 16 random ones. */
function ulidOf(id: string): string {
  return id.slice(id.indexOf('_') + 1).padEnd(ULID_DIGITS, '0');
}

/** The instant at which an id was created; for other text, the beginning of 1970. */
export function rolledAt(id: string): Date {
  const earliest = timeDigits(id).padEnd(ULID_DIGITS, '0');
  return new Date(/^[0-7]/.test(earliest) && isValid(earliest) ? decodeTime(earliest) : 0);
}

/** The time digits of an id, for another id that must sort next to it; ids of one prefix sort by them. */
export function timeDigits(id: string): string {
  return ulidOf(id).slice(0, TIME_DIGITS);
}

/** The lowest time digits of an instant. */
export function timeDigitsAt(at: Date): string {
  return encodeTime(Math.max(0, at.getTime()), TIME_DIGITS);
}

/** 80 bits of a hash as the random part of an id. */
export function chanceDigits(hash: Uint8Array): string {
  return Array.from(hash.subarray(0, ULID_DIGITS - TIME_DIGITS), (byte) => DIGITS.charAt(byte % DIGITS.length)).join('');
}

/** The same id with its last digit changed to encode its shard, of `shards` (a divisor of 32). */
export function inShard(id: string, shard: number, shards: number): string {
  const digit = lastDigit(id);
  return id.slice(0, -1) + DIGITS.charAt(digit - (digit % shards) + (shard % shards));
}

export function shardIn(id: string, shards: number): number {
  return lastDigit(id) % shards;
}

function lastDigit(id: string): number {
  return Math.max(0, DIGITS.indexOf(id.slice(-1)));
}
