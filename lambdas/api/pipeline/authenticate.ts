import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { ApiKey, OrganizationLimits } from '../../model/accounts/account.schema.ts';
import {
  acceptsSecret,
  addressNotAllowed,
  hashSecret,
  hasOurTag,
  isInRanges,
  matchesExpiredKey,
} from '../../model/accounts/api-key.ts';
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

/** The caller, after the request was counted in their minute. */
export interface Authenticated {
  caller: Caller;
  ofKey: RateUsage;
  /** A person's limits: people's requests do not count in the organization's hour. */
  limits?: OrganizationLimits;
}

/**
 * Authenticates with one table request per well-formed key. Throws the same 401 for a missing, unknown, malformed, wrong or
 * revoked key; another 401 for an expired one; 429 over the key's minute; 403 from an address outside its ranges. Such requests
 * do not count for the organization.
 */
export async function authenticate(request: HttpRequest, ports: AuthenticationPorts): Promise<Authenticated> {
  const pair = { keyId: request.headers['x-api-key-id'] ?? '', secret: request.headers['x-api-key'] ?? '' };
  if (!hasOurTag(pair, ports.serviceSecret)) throw invalidKey();
  request.logFacts.keyId = pair.keyId;
  const { kind, item: key } = await ports.rates.countOfKey(pair.keyId, pair.secret, request);
  if (!key || !acceptsSecret(key, pair.secret, request.now))
    throw key && matchesExpiredKey(key, pair.secret, request.now) ? keyOver(key) : invalidKey();
  request.logFacts.organizationId = key.organizationId;
  const ofKey = ports.rates.usageOfKey(key, request.now);
  if (kind === 'refused') throw await keyIsUsedUp(key, ofKey, request.now, ports);
  if (!isAllowedFrom(key, request)) throw addressNotAllowed(request.sourceIp);
  return { caller: callerOf(key, pair.secret), ofKey };
}

/** The request still counts for the key: its ranges are read with that write, and `lastUsedFrom` then shows who uses it. */
function isAllowedFrom({ allowedAddresses }: ApiKey, { sourceIp }: HttpRequest): boolean {
  return allowedAddresses === undefined || isInRanges(sourceIp, allowedAddresses);
}

/** If the organization's hour is used up too, the answer gives the time until that ends. */
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

/** Only the holder of the secret learns that the key has expired. */
function keyOver({ expiresAt }: ApiKey): AppError {
  return new AppError('invalid_api_key', ERROR_MESSAGES.invalid_api_key.expired(expiresAt ?? ''));
}

export function invalidKey(): AppError {
  return new AppError('invalid_api_key', ERROR_MESSAGES.invalid_api_key.any);
}
