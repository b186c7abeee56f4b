import { keyNoticesStore } from '../model/accounts/key-notices.store.ts';
import { useReconciliationStore } from '../model/accounts/use-reconciliation.store.ts';
import { epochStore } from '../model/domains/epoch.store.ts';
import { useCounterStore } from '../model/events/use-counter.store.ts';
import { reportSourcesStore } from '../model/reports/report-sources.store.ts';
import { silenceStore } from '../model/servers/silence.store.ts';
import { redriveSince } from '../shared/outbox/outbox.store.ts';
import { unrelayedStore } from '../shared/outbox/unrelayed.store.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';

export function openJobs<R extends Rows>(rows: R) {
  const { table, clock } = rows;
  return lazily(
    {
      epochs: () => epochStore(table),
      keyNotices: () => keyNoticesStore(table),
      /** Copies outbox entries since then, so that the relay handles them again. */
      redriveSince: () => (since: Date) => redriveSince(table, since, clock),
      reportSources: () => reportSourcesStore(table),
      silences: () => silenceStore(table),
      unrelayed: () => unrelayedStore(table),
      useCounters: () => useCounterStore(table),
      useReconciliations: () => useReconciliationStore(table),
    },
    rows,
  );
}
