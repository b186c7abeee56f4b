import type { ApiKey } from '../../model/accounts/account.schema.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { keyChange, keySettings } from '../../model/accounts/key-changes.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { differences } from '../../shared/audit/differences.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { changeKey, type ManageKeysPorts, unlessRevoked } from './change-key.ts';
import { UpdateKeyRequest } from './key-requests.schema.ts';
import { keyResource } from './key-resource.ts';
import { addressesOf, endOf, serversOf } from './no-stronger.ts';

/** Gives a key another name, end or restriction. Its secret and its permissions stay. */
export function updateKey(ports: ManageKeysPorts): ApiRoute {
  return changeKey(
    { operation: 'updateKey', needsFreshSignIn: true },
    ports,
    (request) => readJsonBody(request, UpdateKeyRequest),
    {
      refuse: (key, body, caller, now) => void withChanges(key, body, caller, now),
      change: (key, body, call, alongside) => update(key, withChanges(key, body, call.caller, call.now), call, ports, alongside),
    },
  );
}

/** The key as it is to be. Throws where it would be stronger than the caller. */
function withChanges(key: ApiKey, body: UpdateKeyRequest, caller: Caller, now: Date): ApiKey {
  const { name, expires_at: end, allowed_addresses: addresses, allowed_server_ids: servers } = body;
  const { expiresAt: formerEnd, allowedAddresses: formerAddresses, allowedServers: formerServers, ...rest } = key;
  const expiresAt = end === undefined ? formerEnd : endOf(end, caller, now);
  const allowedAddresses = addresses === undefined ? formerAddresses : addressesOf(addresses, caller);
  const allowedServers = servers === undefined ? formerServers : serversOf(servers, caller);
  return {
    ...rest,
    ...(name !== undefined && { name }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(allowedAddresses && { allowedAddresses: [...allowedAddresses] }),
    ...(allowedServers && { allowedServers: [...allowedServers] }),
  };
}

async function update(
  before: ApiKey,
  after: ApiKey,
  call: Call,
  { accounts, newId }: ManageKeysPorts,
  alongside: Write[],
): Promise<HttpResponse> {
  const difference = differences(keySettings(before), keySettings(after));
  if (difference) {
    const audit = auditEntry(call, newId('aud'), keyChange('api_key.updated', before.keyId, difference));
    await unlessRevoked(call.caller, accounts.changeSettings(before, after, call.now, audit, alongside));
  }
  return { status: 200, json: keyResource(after, call.now) };
}
