import { casOf, type Settings } from '../../../contract/stack/settings.schema.ts';
import { acmeAccountStore } from '../../acme/account.store.ts';
import type { PublishPorts } from '../../acme/challenge.ts';
import { slotsByCa } from '../../lifecycle/ca-budget/open-slots.store.ts';
import { caHealthStore } from '../../lifecycle/ca-health/ca-health.store.ts';
import { challengeStore, proofStore, zoneBacklogReader } from '../../model/domains/challenge/challenge.store.ts';
import { certificateStore, formerCertificateStore } from '../../model/servers/certificate.store.ts';
import { pauseReader } from '../../shared/switches/switches.store.ts';
import type { Table } from '../../shared/table/table.store.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import type { DownloadPorts } from './download-certificate.ts';

/** The stores for a downloaded certificate: each step from the check of the order on may download it. */
export function downloadStores({ table, settings, clock }: { table: Table; settings: Settings; clock: Clock }): DownloadPorts {
  const slots = slotsByCa(table, casOf(settings));
  return {
    certificates: certificateStore(table),
    formers: formerCertificateStore(table),
    countIssued: (caName, domain) => slots(caName).countIssued(domain, clock()),
  };
}

/** Where a CA is answered. */
export function publishPorts(table: Table, newId: () => string): PublishPorts {
  return { 'http-01': challengeStore(table), 'dns-01': proofStore(table, newId) };
}

/** What the table holds of a CA, by the URL of its directory, what an operator has paused, and how far behind the zone is. */
export const caStores = {
  accounts: acmeAccountStore,
  health: caHealthStore,
  paused: pauseReader,
  zoneBacklog: zoneBacklogReader,
};
