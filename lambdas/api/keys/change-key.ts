import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { ApiKey } from '../../model/accounts/account.schema.ts';
import type { AccountStore } from '../../model/accounts/account.store.ts';
import { isKeyId } from '../../model/accounts/api-key.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Write } from '../../shared/table/table.store.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { invalidKey } from '../pipeline/authenticate.ts';
import type { Call } from '../pipeline/call.ts';
import type { Prepare } from '../pipeline/operation.ts';
import { prepareChange } from '../pipeline/resource-route.ts';
import { requireNoStronger } from './key-privileges.ts';

export type ChangePorts = Pick<Rows, 'accounts' | 'callers' | 'pause'>;

/** A busy key loses races often: its requests are counted in the item that these transactions change. */
export const TRIES = 10;

interface KeyChange<Body> {
  refuse: (key: ApiKey, body: Body, caller: Caller, now: Date) => void;
  write: (key: ApiKey, body: Body, call: Call, alongside: Write[]) => Promise<HttpResponse>;
}

/** Changes an existing key. The transaction also checks that the caller is still allowed to do so. */
export function changeKey<Body>(ports: ChangePorts, { refuse, write }: KeyChange<Body>): Prepare<Body> {
  return prepareChange(
    {
      async find(request, caller, body: Body) {
        refuseFormerSecret(caller);
        const key = await findKey(ports.accounts, request, caller);
        requireNoStronger(caller, key);
        refuse(key, body, caller, request.now);
        return key;
      },
      pause: ports.pause,
      tries: TRIES,
    },
    (key, call, body) => {
      // DynamoDB allows an item once per transaction.
      const alongside = isCallersKey(key, call.caller) ? [] : [ports.callers.stillAllowed(call.caller)];
      return write(key, body, call, alongside);
    },
  );
}

/** Throws the 401 of a caller whose key was revoked meanwhile. */
export async function rejectRevokedCaller(caller: Caller, write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    const callersKeyId = caller.kind === 'key' && caller.keyId;
    const found = error instanceof LostRace ? error.found : [];
    const wasRevoked = found.some((item) => item?.keyId === callersKeyId && item?.revokedAt !== undefined);
    throw wasRevoked ? invalidKey() : error;
  }
}

/** The organization's key in the path. Throws the same 404 for an unknown key, another organization's and a revoked one. */
async function findKey(accounts: AccountStore, { params }: HttpRequest, { organizationId }: Caller): Promise<ApiKey> {
  const id = params.id ?? '';
  const key = isKeyId(id) ? await accounts.getKey(id) : undefined;
  if (!key || key.organizationId !== organizationId || key.revokedAt !== undefined)
    throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.apiKey);
  return key;
}

/** A finder of a rotated-out secret must not get a permanent one. */
export function refuseFormerSecret(caller: Caller): void {
  if (caller.kind === 'key' && caller.hasFormerSecret) throw new AppError('conflict', ERROR_MESSAGES.conflict.formerSecret);
}

export function isCallersKey({ keyId }: ApiKey, caller: Caller): boolean {
  return caller.kind === 'key' && caller.keyId === keyId;
}
