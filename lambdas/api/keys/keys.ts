import * as z from 'zod/mini';
import { MOST_KEYS } from '../../../contract/api/limits.ts';
import type { Permission } from '../../../contract/api/operations.ts';
import { ERROR_MESSAGES, FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { ApiKey } from '../../model/accounts/account.schema.ts';
import type { AccountStore } from '../../model/accounts/account.store.ts';
import { hasExpired, isInOverlap, isKeyId, placeOf } from '../../model/accounts/api-key.ts';
import {
  drawNextSecret,
  type KeyPorts,
  keyCreated,
  keyRevoked,
  keyRotated,
  type NewKey,
  newApiKey,
} from '../../model/accounts/key-changes.ts';
import { orQuotaExceeded } from '../../model/accounts/organization-limits.ts';
import { livemodeOf, type Mode, modeOf } from '../../model/accounts/tenant.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError, quotaExceeded, validationError } from '../../shared/errors/app-error.ts';
import { readActionBody, readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite, LostRace } from '../../shared/table/lost-race.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute, Call, Caller } from '../pipeline/api-route.ts';
import { invalidKey, requirePermission } from '../pipeline/authenticate.ts';
import { changeRoute, listRoute, noBody } from '../pipeline/resource-route.ts';
import type { CallerStore } from './caller.store.ts';
import { CreateKeyRequest, RotateKeyRequest } from './key-requests.schema.ts';

// Nobody gets more than they have: whoever makes, rotates or revokes a key may do all that this key may, for as long, and is
// still allowed to in the transaction itself.

export interface ManageKeysPorts extends KeyPorts {
  accounts: AccountStore;
  newId: (prefix: 'aud') => string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
  callers: CallerStore;
}

/** A busy key's requests are counted in its own item: transactions there lose often. */
const TRIES = 10;

/** Newest first. All keys of the organization are read: it has at most a hundred. */
export function listKeys({ accounts, serviceSecret }: Pick<ManageKeysPorts, 'accounts' | 'serviceSecret'>): ApiRoute {
  return listRoute(
    {
      operation: 'listKeys',
      id: z.string(),
      serviceSecret,
      async read({ before }, _request, { organizationId }) {
        const found = await accounts.keysInForce(organizationId);
        const items = found.map((key) => ({ id: placeOf(key), key }));
        return { items: items.filter(({ id }) => before === undefined || id < before), hasMore: false };
      },
    },
    ({ key }, { now }) => keyResource(key, now),
  );
}

export function createKey(ports: ManageKeysPorts): ApiRoute {
  const { accounts } = ports;
  return {
    operation: 'createKey',
    async prepare(request, caller) {
      const body = readJsonBody(request, CreateKeyRequest);
      refuseQuery(request);
      refuseFormerSecret(caller);
      requireOwnMode(caller, body.mode);
      requireAll(caller, body.permissions);
      const expiresAt = endOf(body, caller, request.now);
      const { organizationId } = caller;
      const readUse = () => accounts.countKeys(organizationId);
      const [use, { requestsPerMinute }] = await Promise.all([readUse(), accounts.getLimits(organizationId)]);
      const { name, permissions } = body;
      const wanted = { organizationId, name, permissions, expiresAt, requestsPerMinute };
      return (call) => decideAndWrite(use, readUse, (used) => create(wanted, used, call, ports), ports.pause, TRIES);
    },
  };
}

const WORDS = 'API keys';

async function create(wanted: NewKey, used: number, call: Call, ports: ManageKeysPorts): Promise<HttpResponse> {
  if (used >= MOST_KEYS) throw quotaExceeded('api_keys', MOST_KEYS, used, WORDS);
  const { key, secret } = newApiKey(wanted, call.now, ports);
  const response = { status: 201, json: { ...keyResource(key, call.now), secret } };
  const audit = auditEntry(call, ports.newId('aud'), keyCreated(key));
  const alongside = [...(await call.keepAnswer(response)), ports.callers.stillAllowed(call.caller)];
  const room = { counted: used, limit: MOST_KEYS };
  try {
    await unlessRevoked(call.caller, ports.accounts.createKey(key, audit, room, alongside));
  } catch (error) {
    throw orQuotaExceeded(error, wanted.organizationId, 'api_keys', MOST_KEYS, WORDS);
  }
  return response;
}

/** A new secret, which is in this answer only. The former one is let in beside it for a while. */
export function rotateKey(ports: ManageKeysPorts): ApiRoute {
  return changeKey('rotateKey', ports, (request) => readActionBody(request, RotateKeyRequest), {
    refuse(key, { overlap_hours }, caller, now) {
      if (isOwn(key, caller) && overlap_hours === 0) throw validationError({ overlap_hours: [FIELD_PROBLEMS.ownOverlap] });
      if (hasExpired(key, now)) throw new AppError('conflict', ERROR_MESSAGES.conflict.keyExpired);
    },
    async change(key, { overlap_hours }, call, alongside) {
      const { secret, secretSha256, formerEndsAt } = drawNextSecret(key, overlap_hours, call.now, ports);
      const after = { ...key, secretSha256, previousSecretEndsAt: formerEndsAt };
      const response = { status: 200, json: { ...keyResource(after, call.now), secret } };
      const audit = auditEntry(call, ports.newId('aud'), keyRotated(key, formerEndsAt));
      const writes = [...(await call.keepAnswer(response)), ...alongside];
      await unlessRevoked(call.caller, ports.accounts.changeSecret(key, secretSha256, formerEndsAt, audit, writes));
      return response;
    },
  });
}

/** Ends a key at once: its next request is refused. A key that keys manage so always has another that can. */
export function revokeKey(ports: ManageKeysPorts): ApiRoute {
  return changeKey('revokeKey', ports, noBody, {
    refuse(key, _, caller) {
      if (isOwn(key, caller)) throw new AppError('conflict', ERROR_MESSAGES.conflict.ownKey);
    },
    async change(key, _, call, alongside) {
      const audit = auditEntry(call, ports.newId('aud'), keyRevoked(key, call.now));
      await unlessRevoked(call.caller, ports.accounts.revokeKey(key, call.now, audit, alongside));
      return { status: 200, json: { id: key.keyId, deleted: true } };
    },
  });
}

interface KeyChange<Body> {
  /** Throws why the change may not be made. */
  refuse: (key: ApiKey, body: Body, caller: Caller, now: Date) => void;
  change: (key: ApiKey, body: Body, call: Call, alongside: Write[]) => Promise<HttpResponse>;
}

function changeKey<Body>(
  operation: 'rotateKey' | 'revokeKey',
  ports: ManageKeysPorts,
  readBody: (request: HttpRequest) => Body,
  { refuse, change }: KeyChange<Body>,
): ApiRoute {
  return changeRoute(
    {
      operation,
      readBody,
      async find(request, caller, body) {
        refuseFormerSecret(caller);
        const key = await findKey(ports.accounts, request, caller);
        requireAll(caller, key.permissions);
        if (lastsLonger(key.expiresAt, caller)) throw new AppError('conflict', ERROR_MESSAGES.conflict.keyLastsLonger);
        refuse(key, body, caller, request.now);
        return key;
      },
      pause: ports.pause,
      tries: TRIES,
    },
    (key, call, body) => {
      // An item is in a transaction once.
      const alongside = isOwn(key, call.caller) ? [] : [ports.callers.stillAllowed(call.caller)];
      return change(key, body, call, alongside);
    },
  );
}

/** Throws the 401 of a caller that was revoked meanwhile. */
async function unlessRevoked(caller: Caller, write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    const callersKeyId = caller.kind === 'key' && caller.keyId;
    const found = error instanceof LostRace ? error.found : [];
    const wasRevoked = found.some((item) => item?.keyId === callersKeyId && item?.revokedAt !== undefined);
    throw wasRevoked ? invalidKey() : error;
  }
}

/** The organization's key that the path names. Throws one 404 for what there is not, another organization's and a revoked one. */
async function findKey(accounts: AccountStore, { params }: HttpRequest, { organizationId }: Caller): Promise<ApiKey> {
  const id = params.id ?? '';
  const key = isKeyId(id) ? await accounts.getKey(id) : undefined;
  if (!key || key.organizationId !== organizationId || key.revokedAt !== undefined)
    throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.apiKey);
  return key;
}

/** Whoever has found a secret that was replaced must not get one that lasts. */
function refuseFormerSecret(caller: Caller): void {
  if (caller.kind === 'key' && caller.hasFormerSecret) throw new AppError('conflict', ERROR_MESSAGES.conflict.formerSecret);
}

/** A key never makes one that reaches other data than it does itself; nor does a page of the dashboard. */
function requireOwnMode({ organizationId }: Caller, mode: Mode | undefined): void {
  if (mode !== undefined && mode !== modeOf(organizationId))
    throw validationError({ mode: [FIELD_PROBLEMS.otherMode(modeOf(organizationId))] });
}

function requireAll(caller: Caller, permissions: readonly Permission[]): void {
  for (const permission of permissions) requirePermission(caller, permission);
}

/** When the new key ends. A key that ends makes none that lasts longer. */
function endOf({ expires_at }: CreateKeyRequest, caller: Caller, now: Date): string | undefined {
  const expiresAt = expires_at === undefined ? callersEnd(caller) : new Date(expires_at).toISOString();
  if (expiresAt !== undefined && expiresAt <= now.toISOString())
    throw validationError({ expires_at: [FIELD_PROBLEMS.inThePast] });
  if (lastsLonger(expiresAt, caller))
    throw validationError({ expires_at: [FIELD_PROBLEMS.lastsLonger(callersEnd(caller) ?? '')] });
  return expiresAt;
}

function lastsLonger(expiresAt: string | undefined, caller: Caller): boolean {
  const end = callersEnd(caller);
  return end !== undefined && (expiresAt === undefined || expiresAt > end);
}

function callersEnd(caller: Caller): string | undefined {
  return caller.kind === 'key' ? caller.expiresAt : undefined;
}

function isOwn({ keyId }: ApiKey, caller: Caller): boolean {
  return caller.kind === 'key' && caller.keyId === keyId;
}

function keyResource(key: ApiKey, now: Date) {
  const { keyId, organizationId, name, permissions, createdAt, lastUsedAt, expiresAt, previousSecretEndsAt } = key;
  return {
    id: keyId,
    livemode: livemodeOf(organizationId),
    name,
    permissions,
    created_at: createdAt,
    ...(lastUsedAt !== undefined && { last_used_at: lastUsedAt }),
    ...(expiresAt !== undefined && { expires_at: expiresAt }),
    ...(isInOverlap(key, now) && { previous_secret_ends_at: previousSecretEndsAt }),
  };
}
