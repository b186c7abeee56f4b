import { type CaaObservation, lookAtCaa } from '../dns/look-at-caa.ts';
import type { ExpectedCname } from '../dns/look-at-cname.ts';
import { ownershipChecker } from '../dns/look-at-ownership.ts';
import type { DnsObservation } from '../lifecycle/observation.ts';
import { isTestTenant } from '../model/accounts/tenant.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { receiverProblems } from '../shared/net/receiver-address.ts';
import { scriptedDnsChecks } from '../test-mode/scripted-world.ts';
import { openDomainChecks } from './domain-checks.wiring.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';

/** The CAA records of the hostname are read first, then those of all names above it in parallel. */
const CAA_BUDGET_MS = 4_000;
/** Registering a webhook waits for DNS: a slower name is accepted with a warning. */
const RECEIVER_BUDGET_MS = 3_000;

/** A hostname, and who wants to know. */
type Asked = Pick<Domain, 'url' | 'organizationId'>;

/** Checks of DNS, servers and receivers on a caller's request; in test mode, answers from stories. */
export function openChecks<R extends Rows & NetEdges>(rows: R) {
  const { settings, serviceSecret, resolveWithin } = rows;
  const { baseTarget } = settings;
  const checks = openDomainChecks(rows);
  const scripted = scriptedDnsChecks(settings.timings);
  return lazily(
    {
      lookAtOwnership: () => ownershipChecker({ resolveWithin, servers: rows.servers, baseTarget, serviceSecret }),
      lookAtExpectedCname:
        () =>
        async (expected: ExpectedCname, now: Date): Promise<DnsObservation> =>
          isTestTenant(expected.organizationId) ? scripted.lookAtCname(expected, now) : checks.lookAtCname(expected, now),
      /** The CAA records of a hostname. `leadsTo`: its CNAME target. */
      lookAtCaa: () => {
        const [preferred, ...others] = rows.caaIssuers;
        return async ({ url, organizationId }: Asked, leadsTo: string | undefined, now: Date): Promise<CaaObservation> =>
          isTestTenant(organizationId)
            ? scripted.lookAtCaa(url, leadsTo, now)
            : lookAtCaa({ ...preferred, others, baseTarget, resolve: resolveWithin(CAA_BUDGET_MS) }, url, now, leadsTo);
      },
      checkReceiver: () => (url: string) => receiverProblems(url, resolveWithin(RECEIVER_BUDGET_MS), settings),
    },
    checks,
  );
}
export type CheckPorts = ReturnType<typeof openChecks<Rows & NetEdges>>;
