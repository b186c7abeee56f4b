import { isOverdue } from '../../lifecycle/restart.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { DUE_SHARDS } from '../../shared/table/keys.ts';
import { wonRaceUnlessBusy } from '../../shared/table/lost-race.ts';
import { pagesWhile } from '../../shared/table/queries.ts';
import { type RestartPorts, restartDomain } from '../restart/restart-domain.ts';

export interface SweepPorts extends RestartPorts {
  domains: Pick<DomainStore, 'get' | 'replace' | 'extend' | 'dueBefore'>;
  pause: (milliseconds: number) => Promise<void>;
}

/**
 * For all shards. AWS starts at least 150 Standard executions a second, with bursts of 800: the rest is for new domains, and the
 * relay is not held up. https://docs.aws.amazon.com/step-functions/latest/dg/service-quotas.html
 */
export const MAX_RESTARTS_PER_SECOND = 100;
const BETWEEN_RESTARTS_MS = (1000 * DUE_SHARDS) / MAX_RESTARTS_PER_SECOND;

export interface SweepResult {
  restarted: number;
  /** Failures of single domains, which do not stop the others. */
  failures: unknown[];
}

/**
 * Starts a new attempt for every domain of a shard that was silent too long, one by one while there is time. The rest stays due.
 */
export async function sweepShard(shard: number, ports: SweepPorts, endsAt: Date): Promise<SweepResult> {
  const swept: SweepResult = { restarted: 0, failures: [] };
  const pages = pagesWhile(
    () => ports.clock() < endsAt,
    (startAt) => ports.domains.dueBefore(shard, ports.clock(), startAt),
  );
  for await (const page of pages) {
    for (const domainId of page.domainIds) {
      if (ports.clock() >= endsAt) return swept;
      await sweepDomain(domainId, ports, swept);
    }
  }
  return swept;
}

async function sweepDomain(domainId: number, ports: SweepPorts, swept: SweepResult): Promise<void> {
  try {
    if (!(await restartIfOverdue(domainId, ports))) return;
    swept.restarted += 1;
    await ports.pause(BETWEEN_RESTARTS_MS);
  } catch (cause) {
    ports.log('error', 'a domain could not be swept', { domainId, cause });
    swept.failures.push(cause);
  }
}

async function restartIfOverdue(domainId: number, ports: SweepPorts): Promise<boolean> {
  const domain = await ports.domains.get(domainId);
  return domain !== undefined && isOverdue(domain, ports.clock()) && wonRaceUnlessBusy(restartDomain(domain, ports));
}
