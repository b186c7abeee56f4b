import { accountStore } from '../../model/accounts/account.store.ts';
import type { Route } from '../../shared/http/route.ts';
import { base62, callToken, prefixedId } from '../../shared/ids/ids.gateway.ts';
import { actionStore } from '../../shared/table/action.store.ts';
import { briefPause as pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { callerStore } from './caller.store.ts';
import { readsGithubKeys } from './github-keys.gateway.ts';
import { createKey, listKeys, revokeKey, rotateKey } from './keys.ts';
import { reportLeaks } from './report-leaks.ts';
import { updateKey } from './update-key.ts';

/** Reports of leaked keys, in the same function. */
export function leakRoutes({ table, serviceSecret, clock, log }: OpenedApi): Route[] {
  const accounts = accountStore(table);
  const actions = actionStore(table, callToken);
  const githubKey = readsGithubKeys(clock);
  return [reportLeaks({ accounts, actions, githubKey, serviceSecret, newId: prefixedId, log, pause })];
}

/** /api/keys, in the function of /api/organization. */
export function keyRoutes({ table, serviceSecret }: OpenedApi): ApiRoute[] {
  const accounts = accountStore(table);
  const ports = { accounts, serviceSecret, base62, newId: prefixedId, pause, callers: callerStore(table) };

  return [createKey(ports), listKeys(ports), updateKey(ports), rotateKey(ports), revokeKey(ports)];
}
