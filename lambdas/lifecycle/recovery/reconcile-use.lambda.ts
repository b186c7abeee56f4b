import middy from '@middy/core';
import { useReconciliationStore } from '../../model/accounts/use-reconciliation.store.ts';
import { domainListStore } from '../../model/domains/domain-list.store.ts';
import { domainPlacesStore } from '../../model/events/domain-places.store.ts';
import { eventLogStore } from '../../model/events/event-log.store.ts';
import { useCounterStore } from '../../model/events/use-counter.store.ts';
import { reportStore } from '../../model/reports/report.store.ts';
import { reportSourcesStore } from '../../model/reports/report-sources.store.ts';
import { deadline, killedWhenLate, logContext } from '../../shared/middleware/middleware.ts';
import { unrelayedStore } from '../../shared/outbox/unrelayed.store.ts';
import { buildRuntime } from '../../shared/runtime/runtime.gateway.ts';
import { reconcileDue } from './reconcile-use.ts';
import { reportDays } from './report-days.ts';

/** Of five minutes: what is left is for the page and the write that are under way then. */
const LONGEST_SECONDS = 240;

const { settings, table, clock, log, logAbout } = buildRuntime(process.env);
const reporting = {
  reports: reportStore(table),
  sources: reportSourcesStore(table),
  log: eventLogStore(table, settings),
  clock,
};
const ports = {
  reconciliations: useReconciliationStore(table),
  domains: domainListStore(table),
  uses: useCounterStore(table),
  places: domainPlacesStore(table),
  outbox: unrelayedStore(table),
  table,
  clock,
  log,
  report: (organizationId: string, endsAt: Date) => reportDays(organizationId, reporting, endsAt),
};

/**
 * Every few minutes: the organizations whose night it is are counted, their counters put right, and their last days
 * computed for reports.
 */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout))
  .use(deadline(clock, LONGEST_SECONDS))
  .handler(async (_event, { endsAt }) => {
    const { reconciled, failures } = await reconcileDue(ports, endsAt);
    if (reconciled > 0) log('info', 'reconciliation of use', { reconciled, failures: failures.length });
    if (failures.length > 0)
      throw new AggregateError(failures, `${failures.length} organizations could not be counted or reported`);
  });
