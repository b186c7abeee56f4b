import type { Timings } from '../../../contract/stack/timings.schema.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { withoutPhase } from '../../model/domains/phase.ts';
import { begun, inNextAttempt, type Requested } from '../request.ts';
import { serversToRetireFrom } from '../retirement-transition.ts';

/** Ends a domain in any phase. What is left, its certificates on servers and its row, is taken away after the answer. */
export function removalRequested(domain: Domain, now: Date, timings: Timings): Requested {
  if (domain.phase === 'removing') return { kind: 'unchanged', domain };
  const retireFrom = serversToRetireFrom(domain, [domain.serverId, domain.move?.fromServerId]);
  const removing = inNextAttempt<Domain>({ ...withoutPhase(domain), phase: 'removing', retireFrom });
  return begun(removing, { timeline: 'domain.deleted', events: ['domain.deleted'] }, now, timings);
}
