import { checkSlots, type Lane } from '../checks/check-slot.ts';
import { type ExpectedCname, lookAtBoth, lookAtCname } from '../dns/look-at-cname.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { ServerReads } from '../model/servers/server.store.ts';
import { organizationSlotsStore } from '../shared/slots/organization-slots.store.ts';
import { keys } from '../shared/table/keys.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';

/** Without `get`, another server is told by its number alone, and of machines nothing. */
export type KnownServers = Pick<ServerReads, 'ownerOfLabel'> & Partial<Pick<ServerReads, 'get'>>;

/** With them a preflight of 7.5 s and a check of CAA fit within a step (preparation.wiring.ts). */
const DNS_LIMITS = { tryMs: 1_000, totalMs: 1_500 };

/** What looks at the records of hostnames in DNS. */
export function openRecords<R extends NetEdges & { servers: KnownServers }>(rows: R) {
  const { table, settings, servers, openDnsReader, serviceSecret, newId, clock, jitter, log } = rows;
  const { baseTarget, dnsChecks } = settings;
  const cnamePorts = { openDnsReader, servers, baseTarget, serviceSecret };
  return lazily(
    {
      /** For what is asked beside the CNAME: CAA records, and the addresses of a server. */
      resolve: () => rows.resolveWithin(Number.POSITIVE_INFINITY, DNS_LIMITS),
      lookAtCname: () => (domain: ExpectedCname, now: Date) => lookAtCname(cnamePorts, domain, now),
      /** The CNAME of a domain, and the record of its validation if it has one. */
      lookAtRecords: () => (domain: Domain, now: Date, budgetMs?: number) => lookAtBoth(cnamePorts, domain, now, budgetMs),
      /** So many processes of a lane may check for one organization at once. */
      slotOfLane: () => (lane: Lane) =>
        checkSlots(lane, dnsChecks.processesPerOrganization, {
          store: organizationSlotsStore(table, keys.dnsSlots),
          ...{ newId, clock, jitter, log },
        }),
    },
    rows,
  );
}
