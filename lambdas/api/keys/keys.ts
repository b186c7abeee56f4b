import * as z from 'zod/mini';
import { MOST_KEYS } from '../../../contract/api/limits.ts';
import { ERROR_MESSAGES, FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { hasExpired, placeOf } from '../../model/accounts/api-key.ts';
import { drawNextSecret, keyCreated, keyRevoked, keyRotated, type NewKey, newApiKey } from '../../model/accounts/key-changes.ts';
import { orQuotaExceeded } from '../../model/accounts/organization-limits.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError, quotaExceeded, validationError } from '../../shared/errors/app-error.ts';
import { readActionBody, readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { listRoute, noBody } from '../pipeline/resource-route.ts';
import { changeKey, isOwn, type ManageKeysPorts, refuseFormerSecret, TRIES, unlessRevoked } from './change-key.ts';
import { CreateKeyRequest, RotateKeyRequest } from './key-requests.schema.ts';
import { keyResource } from './key-resource.ts';
import { addressesOf, endOf, requireAll, requireOwnMode, serversOf } from './no-stronger.ts';

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
    needsFreshSignIn: true,
    async prepare(request, caller) {
      const body = readJsonBody(request, CreateKeyRequest);
      refuseQuery(request);
      refuseFormerSecret(caller);
      requireOwnMode(caller, body.mode);
      requireAll(caller, body.permissions);
      const expiresAt = endOf(body.expires_at, caller, request.now);
      const allowedAddresses = addressesOf(body.allowed_addresses, caller);
      const allowedServers = serversOf(body.allowed_server_ids, caller);
      const { organizationId } = caller;
      const readUse = () => accounts.countKeys(organizationId);
      const [use, { requestsPerMinute }] = await Promise.all([readUse(), accounts.getLimits(organizationId)]);
      const { name, permissions } = body;
      const most = { permissions, expiresAt, allowedAddresses, allowedServers };
      const wanted = { organizationId, name, ...most, requestsPerMinute };
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
  return changeKey(
    { operation: 'rotateKey', needsFreshSignIn: true },
    ports,
    (request) => readActionBody(request, RotateKeyRequest),
    {
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
    },
  );
}

/** Ends a key at once: its next request is refused. A key that keys manage so always has another that can. */
export function revokeKey(ports: ManageKeysPorts): ApiRoute {
  return changeKey({ operation: 'revokeKey' }, ports, noBody, {
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
