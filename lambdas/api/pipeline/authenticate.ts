import type { OperationId } from '../../../contract/api/operations.ts';
import type { PersonPermission } from '../../../contract/api/roles.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { ApiKey, OrganizationLimits } from '../../model/accounts/account.schema.ts';
import {
  addressNotAllowed,
  admits,
  hashSecret,
  isInRanges,
  isOurs,
  isOver,
  requireServer,
  wholeOrganizationNotAllowed,
} from '../../model/accounts/api-key.ts';
import type { Caller, KeyCaller, SessionCaller } from '../../model/accounts/caller.ts';
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

/** Throws the 403 of a key, or of a person, that lacks a permission. */
export function requirePermission(caller: Caller, permission: PersonPermission | undefined): void {
  const { kind, permissions } = caller;
  if (permission === undefined || (permissions as readonly string[]).includes(permission)) return;
  const words = ERROR_MESSAGES.insufficient_permissions;
  switch (kind) {
    case 'key':
      throw new AppError('insufficient_permissions', words.lacks(permission), {
        details: { required_permission: permission, api_key_permissions: permissions },
      });
    case 'session':
      throw roleLacks(permission, caller);
  }
}

function roleLacks(permission: PersonPermission, { role, rolesWith }: SessionCaller): AppError {
  const roles = rolesWith(permission);
  return new AppError('insufficient_permissions', ERROR_MESSAGES.insufficient_permissions.role(role, permission, roles), {
    details: { required_permission: permission, role, roles },
  });
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

/**
 * What an operation reaches, for keys that are restricted to servers. `domain`: of one domain, or of those that it lists or
 * makes: whoever finds or makes a domain asks for its server (`requireServer`), because only there it is known. `server`: the one
 * that its path names. `listed`: servers, of which it shows those that are allowed. `organization`: more than single servers, so
 * that no such key may call it. `none`: nothing of a server.
 */
const REACH: Record<OperationId, 'domain' | 'server' | 'listed' | 'organization' | 'none'> = {
  createDomain: 'domain',
  listDomains: 'domain',
  countDomains: 'organization',
  countExpiries: 'organization',
  createDomains: 'domain',
  getDomain: 'domain',
  updateDomain: 'domain',
  deleteDomain: 'domain',
  checkDomain: 'domain',
  retryDomain: 'domain',
  renewDomain: 'domain',
  revokeDomain: 'domain',
  listDomainEvents: 'domain',
  createPortalLink: 'domain',
  endPortalLinks: 'domain',
  lookAtDns: 'domain',
  lookAtDnsOfMany: 'domain',
  getOrganization: 'none',
  getTestClock: 'none',
  moveTestClock: 'organization',
  getTheme: 'none',
  putTheme: 'organization',
  createServer: 'organization',
  listServers: 'listed',
  getServer: 'server',
  updateServer: 'server',
  deleteServer: 'server',
  checkServer: 'server',
  getAwsAccess: 'none',
  createEnrollment: 'server',
  listMachines: 'server',
  revokeMachine: 'server',
  listMachineKeys: 'server',
  listEnrollmentTokens: 'server',
  revokeEnrollmentToken: 'server',
  createWebhook: 'organization',
  listWebhooks: 'organization',
  getWebhook: 'organization',
  updateWebhook: 'organization',
  deleteWebhook: 'organization',
  rotateWebhookSecret: 'organization',
  testWebhook: 'organization',
  getWebhookHealth: 'organization',
  listDeliveries: 'organization',
  getDelivery: 'organization',
  redeliver: 'organization',
  replayDeliveries: 'organization',
  listEvents: 'organization',
  getEvent: 'organization',
  createKey: 'none',
  listKeys: 'none',
  updateKey: 'none',
  rotateKey: 'none',
  revokeKey: 'none',
  listAudit: 'organization',
  listRequests: 'organization',
  getTimeToActive: 'organization',
  getFailures: 'organization',
  getRenewals: 'organization',
  getWebhooksReport: 'organization',
  getApiUse: 'organization',
  getChangesReport: 'organization',
};

/** Throws the 403 of a key that is restricted to servers where an operation, or the server of its path, is beyond them. */
export function requireReach(operation: OperationId, { params }: HttpRequest, caller: Caller): void {
  if (caller.kind !== 'key' || caller.allowedServers === undefined) return;
  if (REACH[operation] === 'organization') throw wholeOrganizationNotAllowed(caller);
  if (REACH[operation] === 'server') requireServer(caller, Number(params.id));
}
