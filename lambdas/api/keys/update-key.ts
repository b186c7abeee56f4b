import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { ApiKey } from '../../model/accounts/account.schema.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { keyChangeAudit, keySettings } from '../../model/accounts/key-changes.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { differences } from '../../shared/audit/differences.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { type ChangePorts, changeKey, rejectRevokedCaller } from './change-key.ts';
import { EXAMPLE_KEY } from './key-example.ts';
import { allowedAddressesOfNewKey, allowedServersOfNewKey, expiryOfNewKey } from './key-privileges.ts';
import { UpdateKeyRequest } from './key-requests.schema.ts';
import { KeyResource } from './key-resource.schema.ts';
import { keyResource } from './key-resource.ts';

export const updateKey = defineOperation({
  id: 'updateKey',
  clientMethod: 'api_keys.update',
  tag: 'API keys',
  reach: 'none',
  audit: { action: 'api_key.updated', facts: ['before', 'after'] },
  summary: 'Update an API key',
  description:
    'Changes its name, when it ends, from where it may be used, or to which servers it is restricted, from its next request on. What is not named stays; null lifts a restriction, or lets it last. Whoever changes a key must have all its permissions, and no key makes another that lasts longer or is less restricted than itself. An expired key works again once it has a later end. Events tell of the end 30, 7 and 1 days before, and when it has come.',
  needsFreshSignIn: true,
  body: { schema: UpdateKeyRequest, example: () => ({ allowed_addresses: ['203.0.113.0/24', '2001:db8::7'] }) },
  answer: {
    status: 200,
    description: 'The key as it is now.',
    schema: KeyResource,
    example: () => ({ ...EXAMPLE_KEY, allowed_addresses: ['203.0.113.0/24', '2001:db8::7'] }),
  },
  conflict: ERROR_MESSAGES.conflict.keyLastsLonger,
  prepare: (ports: ChangePorts & Pick<Rows, 'newId'>) =>
    changeKey(ports, {
      refuse: (key, body: UpdateKeyRequest, caller, now) => void withChanges(key, body, caller, now),
      write: (key, body, call, alongside) => update(key, withChanges(key, body, call.caller, call.now), call, ports, alongside),
    }),
});

/** The key with the changes. Throws if it would be stronger than the caller. */
function withChanges(key: ApiKey, body: UpdateKeyRequest, caller: Caller, now: Date): ApiKey {
  const { name, expires_at: end, allowed_addresses: addresses, allowed_server_ids: servers } = body;
  const { expiresAt: formerEnd, allowedAddresses: formerAddresses, allowedServers: formerServers, ...rest } = key;
  const expiresAt = end === undefined ? formerEnd : expiryOfNewKey(end, caller, now);
  const allowedAddresses = addresses === undefined ? formerAddresses : allowedAddressesOfNewKey(addresses, caller);
  const allowedServers = servers === undefined ? formerServers : allowedServersOfNewKey(servers, caller);
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
  { accounts, newId }: Pick<Rows, 'accounts' | 'newId'>,
  alongside: Write[],
): Promise<HttpResponse> {
  const difference = differences(keySettings(before), keySettings(after));
  if (difference) {
    const audit = auditEntry(call, newId('aud'), keyChangeAudit('api_key.updated', before.keyId, difference));
    await rejectRevokedCaller(call.caller, accounts.changeSettings(before, after, call.now, audit, alongside));
  }
  return { status: 200, json: keyResource(after, call.now) };
}
