import { LEAKS_PATH } from '../../../contract/paths.ts';
import type { Route } from '../../shared/http/route.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { readsGithubKeys } from './github-keys.gateway.ts';
import { reportLeaks } from './report-leaks.ts';

/** Reports of leaked keys, in the function of /api/organization. */
export function leakRoutes({ accounts, actionCounts: actions, serviceSecret, newId, log, pause, clock }: Rows): Route[] {
  const { handle } = reportLeaks({ accounts, actions, githubKey: readsGithubKeys(clock), serviceSecret, newId, log, pause });
  return [{ method: 'POST', path: LEAKS_PATH, handle }];
}
