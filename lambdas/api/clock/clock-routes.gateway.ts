import { testClockStore } from '../../model/accounts/test-clock.store.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { getTestClock, moveTestClock } from './test-clock.ts';

/** /api/test/clock, in the function of /api/organization. */
export function clockRoutes({ table }: OpenedApi): ApiRoute[] {
  const clock = { testClock: testClockStore(table), transact: table.transact, newId: prefixedId };

  return [getTestClock(clock), moveTestClock(clock)];
}
