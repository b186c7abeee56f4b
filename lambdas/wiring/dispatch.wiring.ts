import { dispatch } from '../ca-limits/dispatch.ts';
import { openSlots } from '../ca-limits/open-slots.store.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';

/** The order queue of the preferred CA, and the dispatcher that grants its slots. */
export function openDispatch<R extends Rows>(rows: R) {
  const { table, settings, clock, log } = rows;
  const { acme, timings } = settings;
  const account = openSlots(table, acme);
  return lazily(
    {
      caQueue: () => account.queue,
      dispatch: () => (endsAt: Date) => {
        const { domains, paused, isZoneBehind } = rows;
        const { transact } = table;
        return dispatch({ ...account, domains, transact, paused, isZoneBehind, clock, log, timings }, endsAt);
      },
    },
    rows,
  );
}
