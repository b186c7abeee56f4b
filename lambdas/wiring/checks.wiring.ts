import { looksAtServer } from '../checks/look-at-server.ts';
import { type CaaObservation, lookAtCaa } from '../dns/look-at-caa.ts';
import type { ExpectedCname } from '../dns/look-at-cname.ts';
import { looksAtOwnership } from '../dns/look-at-ownership.ts';
import type { DnsObservation } from '../lifecycle/observation.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { receiverProblems } from '../shared/net/receiver-address.ts';
import { omit } from '../shared/rows/omit.ts';
import { scriptedDnsChecks, scriptedWorld } from '../stories/scripted-world.ts';
import { isMagic } from '../stories/story.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import { type KnownServers, openRecords } from './records.wiring.ts';
import type { Rows } from './rows.wiring.ts';

/** The hostname is asked for its CAA records, then at once all names above it. */
const CAA_BUDGET_MS = 4_000;
/** Of the 7.5 s that a check has for all it asks; connection and handshake have the rest. */
const ADDRESS_BUDGET_MS = 3_000;
/** Registering a webhook waits for DNS: a name that takes longer is accepted with a warning. */
const RECEIVER_BUDGET_MS = 3_000;

/** What looks at DNS, at servers and at receivers when a caller asks for it; in test mode, what its stories say. */
export function openChecks<R extends Rows & NetEdges>(rows: R, servers: KnownServers = rows.servers) {
  const { settings, serviceSecret, resolveWithin, openNet } = rows;
  const { baseTarget } = settings;
  const records = openRecords(rows, servers);
  const scripted = scriptedDnsChecks(settings.timings);
  const worldOf = (domain: Domain, now: Date) => scriptedWorld(() => ({ domain, now }));
  return lazily(
    {
      lookAtOwnership: () => looksAtOwnership({ resolveWithin, servers: rows.servers, baseTarget, serviceSecret }),
      /** The CNAME of a hostname that no domain has yet. */
      lookAtExpectedCname:
        () =>
        async (expected: ExpectedCname, now: Date): Promise<DnsObservation> =>
          isMagic(expected) ? scripted.lookAtCname(expected, now) : records.lookAtCname(expected, now),
      /** The CAA records of a hostname. `leadsTo`: the target of its CNAME. */
      lookAtCaa: () => {
        const [preferred, ...others] = rows.caaIssuers;
        return async (url: string, leadsTo: string | undefined, now: Date): Promise<CaaObservation> =>
          isMagic({ url })
            ? scripted.lookAtCaa(url, leadsTo, now)
            : lookAtCaa({ ...preferred, others, baseTarget, resolve: resolveWithin(CAA_BUDGET_MS) }, url, now, leadsTo);
      },
      lookAtRecords: () => async (domain: Domain, now: Date, budgetMs: number) =>
        isMagic(domain) ? worldOf(domain, now).lookAtCname(domain, now) : records.lookAtRecords(domain, now, budgetMs),
      lookAtServer: () => async (domain: Domain, now: Date, budgetMs: number) => {
        if (isMagic(domain)) {
          const seen = await worldOf(domain, now).lookAtServer(domain, now);
          return servers.get ? seen : omit(seen, 'machines');
        }
        // The budget begins when the resolver is made: each check has its own.
        const net = openNet(resolveWithin(ADDRESS_BUDGET_MS));
        return looksAtServer({ net, settings, servers })(domain, now, budgetMs);
      },
      checkReceiver: () => (url: string) => receiverProblems(url, resolveWithin(RECEIVER_BUDGET_MS), settings),
    },
    records,
  );
}
export type Ports = ReturnType<typeof openChecks<Rows & NetEdges>>;
