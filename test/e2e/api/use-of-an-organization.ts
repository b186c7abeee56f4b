import { reconcileDue } from '../../../lambdas/lifecycle/recovery/reconcile-use.ts';
import { reportDays } from '../../../lambdas/lifecycle/recovery/report-days.ts';
import { testClockStore } from '../../../lambdas/model/accounts/test-clock.store.ts';
import { useReconciliationStore } from '../../../lambdas/model/accounts/use-reconciliation.store.ts';
import { domainListStore } from '../../../lambdas/model/domains/domain-list.store.ts';
import { domainPlacesStore } from '../../../lambdas/model/events/domain-places.store.ts';
import { eventLogStore } from '../../../lambdas/model/events/event-log.store.ts';
import { useCounterStore } from '../../../lambdas/model/events/use-counter.store.ts';
import { reportStore } from '../../../lambdas/model/reports/report.store.ts';
import { reportSourcesStore } from '../../../lambdas/model/reports/report-sources.store.ts';
import { prefixedId } from '../../../lambdas/shared/ids/ids.gateway.ts';
import { table } from '../operator.ts';

const uses = useCounterStore(table);
const places = domainPlacesStore(table);
const reporting = { reports: reportStore(table), sources: reportSourcesStore(table), log: eventLogStore(table, {}) };

/** Makes the places of an organization wrong by so many. */
export async function miscount(organizationId: string, domains: number): Promise<void> {
  const { changes = 0 } = (await places.read(organizationId)) ?? {};
  await table.transact([places.correctionWrite(organizationId, { domains, unvalidatedDomains: 0 }, changes)]);
}

/**
 * The nightly count and the reports of one organization whose changes the relay has numbered: its checks, one after another, days
 * from now.
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
      report: (id: string, endsAt: Date) => reportDays(id, { ...reporting, clock: () => now }, endsAt),
    };
    const { failures } = await reconcileDue(ports, new Date(now.getTime() + 60_000));
    if (failures.length > 0) throw failures[0];
  }
}
