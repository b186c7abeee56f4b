import { executionFacts, FailedExecution } from '../../../contract/stack/execution.schema.ts';
import { decideAfterFailure } from '../../lifecycle/restart.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import { type RestartPorts, restartDomain } from './restart-domain.ts';

export interface RestartFailedPorts extends RestartPorts {
  domains: Pick<DomainStore, 'get' | 'replace' | 'extend'>;
  restoreEpoch: number;
}

/** Restarts a domain whose execution failed, timed out or was aborted, unless another one already runs. */
export async function restartFailed(event: unknown, ports: RestartFailedPorts): Promise<void> {
  const { domains, clock, timings, log, restoreEpoch } = ports;
  const { name, status } = FailedExecution.parse(event).detail;
  const { domainId, attempt, epoch } = executionFacts(name);
  // A restore of the table has undone this attempt; its number now belongs to another one.
  if (epoch < restoreEpoch) return;
  const domain = await domains.get(domainId);
  const next = decideAfterFailure(domain, attempt, { now: clock(), timings });
  log('warn', 'an execution ended early', { domainId, attempt, status, next: next.kind });
  if (!domain || next.kind === 'nothing') return;
  if (next.kind === 'restart') await wonRace(restartDomain(domain, ports));
  else await domains.extend(domain, next.dueAt);
}
