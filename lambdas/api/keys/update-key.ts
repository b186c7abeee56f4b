import type { ApiKey } from '../../model/accounts/account.schema.ts';
import { keyChange } from '../../model/accounts/key-changes.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { differences } from '../../shared/audit/differences.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { ApiRoute, Call, Caller } from '../pipeline/api-route.ts';
import { changeKey, type ManageKeysPorts, unlessRevoked } from './change-key.ts';
import { UpdateKeyRequest } from './key-requests.schema.ts';
import { keyResource } from './key-resource.ts';
import { endOf } from './no-stronger.ts';

/** Gives a key another name or end. Its secret and its permissions stay. */
export function updateKey(ports: ManageKeysPorts): ApiRoute {
  return changeKey('updateKey', ports, (request) => readJsonBody(request, UpdateKeyRequest), {
    refuse: (key, body, caller, now) => void withChanges(key, body, caller, now),
    change: (key, body, call, alongside) => update(key, withChanges(key, body, call.caller, call.now), call, ports, alongside),
  });
}

/** The key as it is to be. Throws where it would be stronger than the caller. */
function withChanges(key: ApiKey, { name, expires_at }: UpdateKeyRequest, caller: Caller, now: Date): ApiKey {
  const { expiresAt: former, ...rest } = key;
  const expiresAt = expires_at === undefined ? former : endOf(expires_at, caller, now);
  return { ...rest, ...(name !== undefined && { name }), ...(expiresAt !== undefined && { expiresAt }) };
}

async function update(
  before: ApiKey,
  after: ApiKey,
  call: Call,
  { accounts, newId }: ManageKeysPorts,
  alongside: Write[],
): Promise<HttpResponse> {
  const difference = differences(settingsOf(before), settingsOf(after));
  if (difference) {
    const audit = auditEntry(call, newId('aud'), keyChange('api_key.updated', before.keyId, difference));
    await unlessRevoked(call.caller, accounts.changeSettings(before, after, call.now, audit, alongside));
  }
  return { status: 200, json: keyResource(after, call.now) };
}

/** What a PATCH can change, as the API shows it. */
function settingsOf({ name, expiresAt }: ApiKey) {
  return { name, ...(expiresAt !== undefined && { expires_at: expiresAt }) };
}
