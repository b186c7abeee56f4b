import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import { crc32 } from 'node:zlib';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { BASE62_DIGITS } from '../../shared/ids/id-formats.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';
import type { ApiKey } from './account.schema.ts';
import { type Mode, modeOf } from './tenant.ts';

/** A key as its holder has it. The secret is shown once, at creation. */
export interface KeyPair {
  keyId: string;
  secret: string;
}

const KEY_ID = /^cps_pk_(live|test)_([0-9A-Za-z]{22})$/;
/**
 * `sk_live_cps_`, the 22 characters of the key's id, 43 random ones, a tag that only we can create, and a checksum that anybody
 * can check (docs/reference/leaked-keys.md). Without `cps_`, secret scanners would take it for another vendor's secret and report
 * it there.
 */
const SECRET = /^((sk_(live|test)_cps_([0-9A-Za-z]{22})[0-9A-Za-z]{43})([0-9A-Za-z]{6}))([0-9A-Za-z]{6})$/;

export function isKeyId(text: string): boolean {
  return KEY_ID.test(text);
}

/** The sort position of a key in its organization's list. */
export function listPositionOf({ createdAt, keyId }: ApiKey): string {
  return `${createdAt} ${keyId}`;
}

/** Builds a key from its random parts: 22 and 43 base62 characters. */
export function composeKey(mode: Mode, idPart: string, secretPart: string, serviceSecret: ServiceSecret): KeyPair {
  const keyId = `cps_pk_${mode}_${idPart}`;
  return { keyId, secret: newSecretFor(keyId, secretPart, serviceSecret) };
}

/** A new secret for an existing key, from 43 random base62 characters. */
export function newSecretFor(keyId: string, secretPart: string, serviceSecret: ServiceSecret): string {
  const [, mode, idPart] = KEY_ID.exec(keyId) ?? [];
  const unsigned = `sk_${mode}_cps_${idPart}${secretPart}`;
  const signed = unsigned + tagText(serviceSecret.sign('api-key-pepper', signedText(keyId, unsigned)));
  return signed + checksumOf(signed);
}

/** The key id that a secret contains; undefined if it is no secret of ours. */
export function keyIdIn(secret: string): string | undefined {
  const [, , , mode, idPart] = SECRET.exec(secret) ?? [];
  return mode === undefined ? undefined : `cps_pk_${mode}_${idPart}`;
}

/**
 * True when we issued this secret for this key id: six of its last characters are a tag over both, which only the service's own
 * secret can create. The check needs no read, so guesses at a known key id reach neither the table nor its holder's rate limit.
 */
export function hasOurTag({ keyId, secret }: KeyPair, serviceSecret: ServiceSecret): boolean {
  const parts = partsOf(keyId, secret);
  if (!parts) return false;
  const given = Buffer.from(parts.tag);
  const tags = serviceSecret.signAll('api-key-pepper', signedText(keyId, parts.unsigned));
  return tags.some((tag) => timingSafeEqual(Buffer.from(tagText(tag)), given));
}

/** Undefined if this cannot be a secret of the key, or the checksum is wrong. */
function partsOf(keyId: string, secret: string): { unsigned: string; tag: string } | undefined {
  const [, signed = '', unsigned, , , tag, checksum] = SECRET.exec(secret) ?? [];
  if (unsigned === undefined || tag === undefined) return undefined;
  return keyIdIn(secret) === keyId && checksumOf(signed) === checksum ? { unsigned, tag } : undefined;
}

/** CRC-32 in six base62 digits, the highest first. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let position = 0; position < 6; position += 1) {
    digits = BASE62_DIGITS.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

/** True when the stored key accepts this secret now: its current one, or for a while after a rotation the previous one. */
export function acceptsSecret(stored: ApiKey, secret: string, now: Date): boolean {
  return hasSecret(stored, secret, now) && stored.revokedAt === undefined && !hasExpired(stored, now);
}

/** True when the key would accept this secret, but has expired. */
export function matchesExpiredKey(stored: ApiKey, secret: string, now: Date): boolean {
  return hasSecret(stored, secret, now) && stored.revokedAt === undefined && hasExpired(stored, now);
}

function hasSecret(stored: ApiKey, secret: string, now: Date): boolean {
  return matchesItsMode(stored) && whichSecret(stored, secret, now) !== undefined;
}

/** Which of a key's two secrets this is; undefined if it is neither, or the previous one's overlap is over. */
export function whichSecret(stored: ApiKey, secret: string, now: Date): 'present' | 'former' | undefined {
  if (isHashOf(stored.secretSha256, secret)) return 'present';
  const { previousSecretSha256: previous } = stored;
  const isFormer = previous !== undefined && isHashOf(previous, secret) && isInOverlap(stored, now);
  return isFormer ? 'former' : undefined;
}

/** A key's id names its mode. A key whose data has the other mode is accepted nowhere. */
function matchesItsMode({ keyId, organizationId }: ApiKey): boolean {
  return KEY_ID.exec(keyId)?.[1] === modeOf(organizationId);
}

/** True while the previous secret is still accepted after a rotation. */
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

/** Any caller: a key may be restricted to servers, a person is not. */
export interface AllowedServers {
  organizationId: string;
  allowedServers?: readonly number[] | undefined;
}

export function allowsServer({ allowedServers }: AllowedServers, serverId: number): boolean {
  return allowedServers === undefined || allowedServers.includes(serverId);
}

/** Throws the 403 of a key that is restricted to other servers. */
export function requireServer(caller: AllowedServers, serverId: number): void {
  if (!allowsServer(caller, serverId)) throw serverNotAllowed(caller, serverId);
}

export function serverNotAllowed({ allowedServers = [] }: AllowedServers, serverId: number): AppError {
  return new AppError('api_key_restricted', ERROR_MESSAGES.api_key_restricted.server(serverId, allowedServers), {
    details: { restriction: 'servers', server_id: serverId, allowed_server_ids: allowedServers },
  });
}

/** The 403 of an operation that concerns more than single servers. */
export function wholeOrganizationNotAllowed({ allowedServers = [] }: AllowedServers): AppError {
  return new AppError('api_key_restricted', ERROR_MESSAGES.api_key_restricted.wholeOrganization(allowedServers), {
    details: { restriction: 'servers', allowed_server_ids: allowedServers },
  });
}

/** The 403 of a request from another address. It does not name the allowed addresses, because a thief would learn them. */
export function addressNotAllowed(address: string): AppError {
  return new AppError('api_key_restricted', ERROR_MESSAGES.api_key_restricted.address(address), {
    details: { restriction: 'addresses', address },
  });
}

/** A CIDR range: addresses that share the first bits with this one. */
interface Range {
  address: string;
  family: 'ipv4' | 'ipv6';
  prefix: number;
}

/** Undefined for text that is neither an address nor a CIDR range (RFC 4632; RFC 4291, section 2.3). */
function readRange(text: string): Range | undefined {
  const [, address = '', prefix] = /^([0-9A-Fa-f:.]{2,45})(?:\/(0|[1-9][0-9]{0,2}))?$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0) return undefined;
  const bits = version === 4 ? 32 : 128;
  const shared = prefix === undefined ? bits : Number(prefix);
  return shared > bits ? undefined : { address, family: version === 4 ? 'ipv4' : 'ipv6', prefix: shared };
}

export function isRange(text: string): boolean {
  return readRange(text) !== undefined;
}

export function isInRanges(address: string, ranges: readonly string[]): boolean {
  return areWithin([address], ranges);
}

/** True when each range lies inside one of the others. A range that only several of them cover together does not count. */
export function areWithin(ranges: readonly string[], others: readonly string[]): boolean {
  return ranges.every((text) => {
    const inner = readRange(text);
    return inner !== undefined && others.some((other) => contains(readRange(other), inner));
  });
}

function contains(outer: Range | undefined, inner: Range): boolean {
  if (!outer || outer.family !== inner.family || outer.prefix > inner.prefix) return false;
  const addresses = new BlockList();
  addresses.addSubnet(outer.address, outer.prefix, outer.family);
  return addresses.check(inner.address, inner.family);
}
