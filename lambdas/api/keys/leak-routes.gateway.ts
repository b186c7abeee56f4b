import { LEAKS_PATH } from '../../../contract/paths.ts';
import { accountStore } from '../../model/accounts/account.store.ts';
import type { Route } from '../../shared/http/route.ts';
import { callToken, prefixedId } from '../../shared/ids/ids.gateway.ts';
import { actionStore } from '../../shared/table/action.store.ts';
import { briefPause as pause } from '../../shared/time/clock.gateway.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';

/** Reports of leaked keys, in the function of /api/organization. They are seldom: their code is read by the first. */
export function leakRoutes({ table, serviceSecret, clock, log }: OpenedApi): Route[] {
  const accounts = accountStore(table);
  const actions = actionStore(table, callToken);
  const read = async () => {
    const [{ reportLeaks }, { readsGithubKeys }] = await Promise.all([
      import('./report-leaks.ts'),
      import('./github-keys.gateway.ts'),
    ]);
    const githubKey = readsGithubKeys(clock);
    return reportLeaks({ accounts, actions, githubKey, serviceSecret, newId: prefixedId, log, pause });
  };
  let route: ReturnType<typeof read> | undefined;
  const handle: Route['handle'] = async (request) => {
    route ??= read();
    return (await route).handle(request);
  };
  return [{ method: 'POST', path: LEAKS_PATH, handle }];
}
