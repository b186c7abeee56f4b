import { accountStore } from '../../model/accounts/account.store.ts';
import { callerStore } from '../../model/accounts/caller.store.ts';
import { base62, prefixedId } from '../../shared/ids/ids.gateway.ts';
import { briefPause as pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { updateKey } from './update-key.ts';

/** /api/keys, in the function of /api/organization. */
export function keyRoutes({ table, serviceSecret }: OpenedApi): ApiRoute[] {
  const accounts = accountStore(table);
  const ports = { accounts, serviceSecret, base62, newId: prefixedId, pause, callers: callerStore(table) };

  return [createKey(ports), listKeys(ports), updateKey(ports), rotateKey(ports), revokeKey(ports)];
}
