import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { requestRemoval } from '../../lifecycle/requests/domain-requests.ts';
import { isTestTenant } from '../../model/accounts/tenant.ts';
import type { ClaimStore } from '../../model/domains/claim.store.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { actionTimeOf } from '../../model/domains/domain-time.ts';
import type { FoundDomain } from '../../model/domains/find-domain.ts';
import type { Clocks } from '../../shared/time/instant.ts';
import type { Call } from '../pipeline/call.ts';

export interface RemoveDomainPorts {
  domains: Pick<DomainStore, 'replace'>;
  claims: Pick<ClaimStore, 'get' | 'releaseWrite'>;
  timings: Timings;
}

/**
 * This transaction frees the hostname for the organization; the rest of the cleanup follows the answer. `isTold`: the event was
 * sent before the table was restored.
 */
export async function removeDomain(
  domain: FoundDomain,
  { actor, isTold = false, ...clocks }: Clocks & Pick<Call, 'actor'> & { isTold?: boolean },
  { domains, claims, timings }: RemoveDomainPorts,
): Promise<void> {
  const requested = requestRemoval(domain, { now: actionTimeOf(domain, clocks), timings });
  if (requested.kind !== 'changed') return;
  const { timeline, events, startExecution } = requested;
  // An earlier domain of this hostname may have been validated: the claim then returns to quarantine.
  const claim = domain.cname.everValidated || domain.claimLost ? undefined : await claims.get(domain.url, domain.organizationId);
  await domains.replace(domain, requested.domain, {
    timeline,
    events: isTold ? [] : events,
    startExecution,
    audit: { by: actor, clocks, before: factsOf(domain) },
    // A lost claim belongs to somebody else, who releases it. Test-mode stories only pretend to lose it.
    alongside: domain.claimLost && !isTestTenant(domain.organizationId) ? [] : [claims.releaseWrite(domain, claim)],
  });
}

function factsOf({ url, serverId, sendNotifications, metadata, dnsStatus, sslStatus }: Domain) {
  return {
    url,
    server_id: serverId,
    send_notifications: sendNotifications,
    metadata,
    dns_status: dnsStatus,
    ssl_status: sslStatus,
  };
}
