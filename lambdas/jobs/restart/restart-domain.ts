import type { Timings } from '../../../contract/stack/timings.schema.ts';
import { toRestarted, toResumed } from '../../lifecycle/restart.ts';
import type { Change, DomainStore } from '../../model/domains/domain.store.ts';
import type { Domain } from '../../model/domains/domain-row.schema.ts';
import { isResting } from '../../model/domains/phase.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';

export interface RestartPorts {
  domains: Pick<DomainStore, 'replace'>;
  clock: Clock;
  log: Log;
  timings: Timings;
}

/** Writes attempt + 1 and its outbox entry. Throws LostRace if a concurrent writer changed the domain. */
export async function restartDomain(domain: Domain, ports: RestartPorts): Promise<void> {
  const rested = isResting(domain);
  const next = (rested ? toResumed : toRestarted)(domain, { now: ports.clock(), timings: ports.timings });
  const timeline = rested ? 'lifecycle.resumed' : 'lifecycle.restarted';
  const change: Change = { timeline, events: [], startExecution: true };
  await ports.domains.replace(domain, next, change);
  ports.log(rested ? 'info' : 'warn', timeline, { domainId: domain.id, attempt: next.execution.attempt, phase: next.phase });
}
