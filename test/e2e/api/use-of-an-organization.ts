import { reconcileDue } from '../../../lambdas/jobs/reconciliation/reconcile-use.ts';
import { computeReportDays } from '../../../lambdas/jobs/reconciliation/report-days.ts';
import { testClockStore } from '../../../lambdas/model/accounts/test-clock.store.ts';
import { useReconciliationStore } from '../../../lambdas/model/accounts/use-reconciliation.store.ts';
import { domainListStore } from '../../../lambdas/model/domains/domain-list.store.ts';
import { domainPlacesStore } from '../../../lambdas/model/events/domain-places.store.ts';
import { eventLogStore } from '../../../lambdas/model/events/event-log.store.ts';
import { useCounterStore } from '../../../lambdas/model/events/use-counter.store.ts';
import { reportStore } from '../../../lambdas/model/reports/report.store.ts';
import { dayAfter } from '../../../lambdas/model/reports/report-days.ts';
import { reportSourcesStore } from '../../../lambdas/model/reports/report-sources.store.ts';
import { prefixedId } from '../../../lambdas/shared/ids/ids.gateway.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { allItems } from '../../../lambdas/shared/table/queries.ts';
import type { Item, Table } from '../../../lambdas/shared/table/table.store.ts';
import { dayOf } from '../../../lambdas/shared/time/instant.ts';
import { table } from '../operator.ts';

const uses = useCounterStore(table);
const places = domainPlacesStore(table);
const reporting = { reports: reportStore(table), sources: reportSourcesStore(table), log: eventLogStore(table, {}) };

/** Sets wrong counters of places. */
export async function miscount(organizationId: string, domains: number): Promise<void> {
  const { changes = 0 } = (await places.read(organizationId)) ?? {};
  await table.transact([places.correctionWrite(organizationId, { domains, unvalidatedDomains: 0 }, changes)]);
}

/**
 * Runs the nightly count and the reports of one organization, with its checks one after the other, two days ahead. The relay must
 * have numbered its changes before.
 */
export async function reconcile(organizationId: string): Promise<void> {
  const reconciliations = { ...useReconciliationStore(table), dueBefore: async () => ({ organizationIds: [organizationId] }) };
  for (let look = 0; look < 3; look += 1) {
    const now = new Date(Date.now() + 2 * 86_400_000 + look * 120_000);
    const numbered = { dueBefore: async () => ({ ids: [] }) };
    const ports = {
      reconciliations,
      domains: domainListStore(table),
      uses,
      places,
      outbox: numbered,
      table,
      clock: () => now,
      log: () => {},
      rehearsalWrite: (id: string) => testClockStore(table).rehearsalWrite(id, prefixedId('evt'), now),
      report: (id: string, endsAt: Date) => computeReportDays(id, { ...reporting, clock: () => now }, endsAt),
    };
    const { failures } = await reconcileDue(ports, new Date(now.getTime() + 60_000));
    if (failures.length > 0) throw failures[0];
  }
}

/**
 * Computes the report days as the next nightly run does. `killedAtWrite`: stops in the middle, like a function that times out.
 */
export async function reportNight(organizationId: string, { killedAtWrite = Number.POSITIVE_INFINITY } = {}): Promise<void> {
  const night = new Date(`${dayAfter(dayOf(new Date()))}T03:00:00.000Z`);
  let writes = 0;
  const mortal: Table = {
    ...table,
    async put(item) {
      writes += 1;
      if (writes === killedAtWrite) throw new Error('killed');
      await table.put(item);
    },
  };
  const ports = { ...reporting, reports: reportStore(mortal), clock: () => night };
  await computeReportDays(organizationId, ports, new Date(night.getTime() + 60_000));
}

/** All stored report rows. */
export async function reportRows(organizationId: string): Promise<Item[]> {
  const { pk } = keys.reportDay(organizationId, '');
  return allItems(table, { KeyConditionExpression: 'pk = :pk', ConsistentRead: true, values: { ':pk': pk } });
}

export async function forgetReports(organizationId: string): Promise<void> {
  for (const { pk, sk } of await reportRows(organizationId))
    await table.transact([table.deleteWrite({ pk: String(pk), sk: String(sk) })]);
}
