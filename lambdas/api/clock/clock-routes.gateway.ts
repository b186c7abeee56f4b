import type { Rows } from '../../wiring/rows.wiring.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { getTestClock, moveTestClock } from './test-clock.ts';

/** /api/test/clock, in the function of /api/organization. */
export function clockRoutes({ testClock, table: { transact }, newId }: Rows): ApiRoute[] {
  return [getTestClock({ testClock }), moveTestClock({ testClock, transact, newId })];
}
