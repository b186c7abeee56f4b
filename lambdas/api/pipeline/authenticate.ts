import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { ApiKey, OrganizationLimits } from '../../model/accounts/account.schema.ts';
import { addressNotAllowed, admits, hashSecret, isInRanges, isOurs, isOver } from '../../model/accounts/api-key.ts';
import type { Caller, KeyCaller } from '../../model/accounts/caller.ts';
import type { RateStore } from '../../model/accounts/requests/rate-limit.store.ts';
import { type RateUsage, rateLimitExceeded, remainingOf } from '../../model/accounts/requests/rate-limit.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { HttpRequest } from '../../shared/http/route.ts';
import type { ServiceSecret } from '../../shared/secrets/service-secret.ts';

export interface AuthenticationPorts {
  rates: RateStore;
  serviceSecret: ServiceSecret;
}

/** Who asks, after their request was counted against their minute. */
export interface Authenticated {
  caller: Caller;
  ofKey: RateUsage;
  /** Of a person, whose requests are not in the organization's hour: its limits. */
  limits?: OrganizationLimits;
}

/**
 * Throws the one answer for a missing, unknown, mistyped, wrong or revoked key, and that of an expired one, after one request to
 * the table for each well-formed key; the 429 of a key whose minute is full, and the 403 of one that may not be used from there:
 * that request does not count for its organization.
 */
export async function authenticate(request: HttpRequest, ports: AuthenticationPorts): Promise<Authenticated> {
  const pair = { keyId: request.headers['x-api-key-id'] ?? '', secret: request.headers['x-api-key'] ?? '' };
  if (!isOurs(pair, ports.serviceSecret)) throw invalidKey();
  request.logFacts.keyId = pair.keyId;
  const { kind, item: key } = await ports.rates.countOfKey(pair.keyId, pair.secret, request);
  if (!key || !admits(key, pair.secret, request.now))
    throw key && isOver(key, pair.secret, request.now) ? keyOver(key) : invalidKey();
  request.logFacts.organizationId = key.organizationId;
  const ofKey = ports.rates.usageOfKey(key, request.now);
  if (kind === 'refused') throw await keyIsUsedUp(key, ofKey, request.now, ports);
  if (!isAllowedFrom(key, request)) throw addressNotAllowed(request.sourceIp);
  return { caller: callerOf(key, pair.secret), ofKey };
}

/** Counted for the key all the same: its address is known only with the key, and `lastUsedFrom` then says who uses it. */
function isAllowedFrom({ allowedAddresses }: ApiKey, { sourceIp }: HttpRequest): boolean {
  return allowedAddresses === undefined || isInRanges(sourceIp, allowedAddresses);
}

/** Where the organization has used up its hour as well, that is what the caller has to wait for. */
async function keyIsUsedUp(key: ApiKey, ofKey: RateUsage, now: Date, { rates }: AuthenticationPorts): Promise<AppError> {
  const ofOrganization = rates.usageOfOrganization(await rates.limitsOf(key.organizationId), now);
  return rateLimitExceeded([ofKey, ...(remainingOf(ofOrganization) === 0 ? [ofOrganization] : [])], now);
}

function callerOf(key: ApiKey, secret: string): KeyCaller {
  const { keyId, name, organizationId, permissions, expiresAt, allowedAddresses, allowedServers, secretSha256 } = key;
  const hasFormerSecret = hashSecret(secret) !== secretSha256;
  const most = { permissions, expiresAt, allowedAddresses, allowedServers };
  return { kind: 'key', keyId, keyName: name, organizationId, ...most, hasFormerSecret };
}

/** Only whoever has the secret of a key learns that it has ended. */
function keyOver({ expiresAt }: ApiKey): AppError {
  return new AppError('invalid_api_key', ERROR_MESSAGES.invalid_api_key.expired(expiresAt ?? ''));
}

export function invalidKey(): AppError {
  return new AppError('invalid_api_key', ERROR_MESSAGES.invalid_api_key.any);
}
