import type { Timings } from '../../../contract/stack/timings.schema.ts';
import type { Conditions } from '../../model/domains/diagnosis/condition.schema.ts';
import type { DomainIn } from '../../model/domains/domain-row.schema.ts';
import { dnsHostOf } from '../../model/domains/hostnames/public-suffix.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { CreateDomainRequest } from './domain-requests.schema.ts';

/** A domain as its 201 shows it: nothing has been looked at yet, and its first execution is asked for. */
export function newDomain(
  request: CreateDomainRequest,
  facts: {
    id: number;
    organizationId: string;
    cnameTarget: string;
    serverIsClaimed: boolean;
    serverIsNew: boolean;
    now: Date;
    timings: Timings;
  },
): DomainIn<'awaiting-dns'> {
  const at = facts.now.toISOString();
  const { timings } = facts;
  return {
    id: facts.id,
    organizationId: facts.organizationId,
    url: request.url,
    dnsHost: dnsHostOf(request.url),
    serverId: request.server_id,
    cnameTarget: facts.cnameTarget,
    sendNotifications: request.send_notifications,
    metadata: request.metadata,
    createdAt: at,
    updatedAt: at,
    dnsStatus: 'pending',
    sslStatus: 'pending',
    conditions: firstConditions(facts),
    phase: 'awaiting-dns',
    dnsStartedAt: at,
    dnsDeadlineAt: addSeconds(facts.now, timings.dnsWindowSeconds),
    attempt: 1,
    restarts: 0,
    version: 1,
    stepDueAt: addSeconds(facts.now, timings.longestSilenceSeconds),
  };
}

function firstConditions(facts: { serverIsClaimed: boolean; serverIsNew: boolean; now: Date }): Conditions {
  if (facts.serverIsClaimed) return {};
  const reason = facts.serverIsNew ? ({ reason: 'server_created' } as const) : {};
  return { obstacle: { since: facts.now.toISOString(), found: { code: 'server_not_connected', ...reason, evidence: [] } } };
}
