import { checkSlots, type Lane } from '../checks/check-slot.ts';
import { type ExpectedCname, lookAtBoth, lookAtCname } from '../dns/look-at-cname.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { ServerReads } from '../model/servers/server.store.ts';
import { organizationSlotsStore } from '../shared/slots/organization-slots.store.ts';
import { keys } from '../shared/table/keys.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';

/** Without `get`, other servers are known by number only, and machines not at all. */
export type KnownServers = Pick<ServerReads, 'ownerOfLabel'> & Partial<Pick<ServerReads, 'get'>>;

/** With these limits a preflight of 7.5 s and a CAA check fit into a step (preparation.wiring.ts). */
const DNS_LIMITS = { tryMs: 1_000, totalMs: 1_500 };

export function openRecords<R extends NetEdges & { servers: KnownServers }>(rows: R) {
  const { table, settings, servers, openDnsReader, serviceSecret, newId, clock, jitter, log } = rows;
  const { baseTarget, dnsChecks } = settings;
  const cnamePorts = { openDnsReader, servers, baseTarget, serviceSecret };
  return lazily(
    {
      /** For all but the CNAME: CAA records, and servers' addresses. */
      resolve: () => rows.resolveWithin(Number.POSITIVE_INFINITY, DNS_LIMITS),
      lookAtCname: () => (domain: ExpectedCname, now: Date) => lookAtCname(cnamePorts, domain, now),
      /** A domain's CNAME, with its validation record if it has one. */
      lookAtRecords: () => (domain: Domain, now: Date, budgetMs?: number) => lookAtBoth(cnamePorts, domain, now, budgetMs),
      /** Limits the processes of a lane that check for one organization in parallel. */
      slotOfLane: () => (lane: Lane) =>
        checkSlots(lane, dnsChecks.processesPerOrganization, {
          store: organizationSlotsStore(table, keys.dnsSlots),
          ...{ newId, clock, jitter, log },
        }),
    },
    rows,
  );
}
