import { LEAKS_PATH } from '../../../contract/paths.ts';
import { accountStore } from '../../model/accounts/account.store.ts';
import type { Route } from '../../shared/http/route.ts';
import { callToken, prefixedId } from '../../shared/ids/ids.gateway.ts';
import { actionStore } from '../../shared/table/action.store.ts';
import { briefPause as pause } from '../../shared/time/clock.gateway.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { readsGithubKeys } from './github-keys.gateway.ts';
import { reportLeaks } from './report-leaks.ts';

/** Reports of leaked keys, in the function of /api/organization. */
export function leakRoutes({ table, serviceSecret, clock, log }: OpenedApi): Route[] {
  const { handle } = reportLeaks({
    accounts: accountStore(table),
    actions: actionStore(table, callToken),
    githubKey: readsGithubKeys(clock),
    serviceSecret,
    newId: prefixedId,
    log,
    pause,
  });
  return [{ method: 'POST', path: LEAKS_PATH, handle }];
}
