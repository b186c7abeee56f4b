import type { TimedDecision } from '../../contract/stack/timings.schema.ts';
import type { Conditions } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { DomainIn, Validation } from '../model/domains/domain-row.schema.ts';
import { dnsHostOf } from '../model/domains/hostnames/public-suffix.ts';
import type { NotReady } from '../model/servers/server.ts';
import { addSeconds } from '../shared/time/instant.ts';

interface NewDomainRequest {
  url: string;
  server_id: number;
  send_notifications: boolean;
  metadata: Record<string, string>;
}

/** A domain as its 201 shows it: unchecked, with its first execution requested. */
export function newDomain(
  request: NewDomainRequest,
  facts: {
    id: number;
    organizationId: string;
    cnameTarget: string;
    /** Present with DNS validation. */
    validation?: Validation;
    whyNotReady: NotReady | undefined;
    serverIsNew: boolean;
  },
  time: TimedDecision,
): DomainIn<'awaiting-dns'> {
  const at = time.now.toISOString();
  return {
    id: facts.id,
    organizationId: facts.organizationId,
    url: request.url,
    hosting: {},
    serverId: request.server_id,
    cname: { target: facts.cnameTarget, host: dnsHostOf(request.url) },
    ...(facts.validation && { validation: facts.validation }),
    sendNotifications: request.send_notifications,
    metadata: request.metadata,
    createdAt: at,
    updatedAt: at,
    dnsStatus: 'pending',
    sslStatus: 'pending',
    conditions: firstConditions(facts, time.now),
    phase: 'awaiting-dns',
    dnsStartedAt: at,
    dnsDeadlineAt: addSeconds(time.now, time.timings.dnsWindowSeconds),
    execution: { attempt: 1, restarts: 0, dueAt: addSeconds(time.now, time.timings.longestSilenceSeconds) },
    version: 1,
  };
}

function firstConditions(facts: { whyNotReady: NotReady | undefined; serverIsNew: boolean }, now: Date): Conditions {
  if (facts.whyNotReady === undefined) return {};
  const reason = facts.serverIsNew ? ({ reason: 'server_created' } as const) : facts.whyNotReady;
  return { obstacle: { since: now.toISOString(), found: { code: 'server_not_connected', ...reason, evidence: [] } } };
}
