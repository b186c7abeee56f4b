import { type Ca, casOf } from '../../contract/stack/settings.schema.ts';
import { readsAccountUrl } from '../acme/account.store.ts';
import { checkSlots } from '../checks/check-slot.ts';
import { looksAtServer } from '../checks/look-at-server.ts';
import { type CaaObservation, lookAtCaa } from '../dns/look-at-caa.ts';
import { type ExpectedCname, lookAtBoth, lookAtCname } from '../dns/look-at-cname.ts';
import { looksAtOwnership } from '../dns/look-at-ownership.ts';
import type { DnsObservation } from '../lifecycle/observation.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { receiverProblems } from '../shared/net/receiver-address.ts';
import { organizationSlotsStore } from '../shared/slots/organization-slots.store.ts';
import { keys } from '../shared/table/keys.ts';
import { scriptedDnsChecks, scriptedWorld } from '../stories/scripted-world.ts';
import { isMagic } from '../stories/story.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';

/** The hostname is asked for its CAA records, then at once all names above it. */
const CAA_BUDGET_MS = 4_000;
/** Of the 7.5 s that a check has for all it asks; connection and handshake have the rest. */
const ADDRESS_BUDGET_MS = 3_000;
/** Registering a webhook waits for DNS: a name that takes longer is accepted with a warning. */
const RECEIVER_BUDGET_MS = 3_000;

/** What looks at DNS, at servers and at receivers when a caller asks for it; in test mode, what its stories say. */
export function openChecks<R extends Rows & NetEdges>(rows: R) {
  const { settings, clock, log, newId, jitter, serviceSecret, table, resolveWithin, openDnsReader, openNet } = rows;
  const { baseTarget } = settings;
  const cnamePorts = () => ({ openDnsReader, servers: rows.servers, baseTarget, serviceSecret });
  const scripted = scriptedDnsChecks(settings.timings);
  const worldOf = (domain: Domain, now: Date) => scriptedWorld(() => ({ domain, now }));
  const caaOf = (ca: Ca) => ({
    caaIdentities: rows.caaIdentitiesOf(ca),
    accountUrl: readsAccountUrl(table, ca.directoryUrl),
  });
  const [preferred, ...others] = casOf(settings);
  const caaPorts = { ...caaOf(preferred), others: others.map(caaOf), baseTarget };
  return lazily(
    {
      lookAtOwnership: () => looksAtOwnership({ resolveWithin, servers: rows.servers, baseTarget, serviceSecret }),
      /** The CNAME of a hostname that no domain has yet. */
      lookAtExpectedCname:
        () =>
        async (expected: ExpectedCname, now: Date): Promise<DnsObservation> =>
          isMagic(expected) ? scripted.lookAtCname(expected, now) : lookAtCname(cnamePorts(), expected, now),
      /** The CAA records of a hostname. `leadsTo`: the target of its CNAME. */
      lookAtCaa:
        () =>
        async (url: string, leadsTo: string | undefined, now: Date): Promise<CaaObservation> =>
          isMagic({ url })
            ? scripted.lookAtCaa(url, leadsTo, now)
            : lookAtCaa({ ...caaPorts, resolve: resolveWithin(CAA_BUDGET_MS) }, url, now, leadsTo),
      /** The CNAME of a domain, and the record of its validation if it has one. */
      lookAtRecords: () => async (domain: Domain, budgetMs: number, now: Date) =>
        isMagic(domain) ? worldOf(domain, now).lookAtCname(domain, now) : lookAtBoth(cnamePorts(), domain, now, budgetMs),
      lookAtServer: () => async (domain: Domain, now: Date, budgetMs: number) => {
        if (isMagic(domain)) return worldOf(domain, now).lookAtServer(domain, now);
        // The budget begins when the resolver is made: each check has its own.
        const net = openNet(resolveWithin(ADDRESS_BUDGET_MS));
        return looksAtServer({ net, settings, servers: rows.servers })(domain, now, budgetMs);
      },
      checkReceiver: () => (url: string) => receiverProblems(url, resolveWithin(RECEIVER_BUDGET_MS), settings),
      /** So many processes may check for one organization at once. */
      slotOf: () =>
        checkSlots('api', settings.dnsChecks.processesPerOrganization, {
          store: organizationSlotsStore(table, keys.dnsSlots),
          newId,
          clock,
          jitter,
          log,
        }),
    },
    rows,
  );
}
export type Ports = ReturnType<typeof openChecks<Rows & NetEdges>>;
