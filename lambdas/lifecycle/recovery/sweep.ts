import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { Item } from '../../shared/table/table.store.ts';
import { isOverdue, type RestartPorts, restart } from './restart.ts';

export interface SweepPorts extends RestartPorts {
  domains: Pick<DomainStore, 'get' | 'replace' | 'extend' | 'dueBefore'>;
}

export interface Swept {
  restarted: number;
  /** What went wrong with single domains, which must not keep the sweep from the others. */
  failures: unknown[];
}

/** Starts a new attempt for every domain of a shard that has been silent too long, page by page while there is time. */
export async function sweepShard(shard: number, ports: SweepPorts, endsAt: Date): Promise<Swept> {
  const swept: Swept = { restarted: 0, failures: [] };
  let startAt: Item | undefined;
  do {
    const page = await ports.domains.dueBefore(shard, ports.clock(), startAt);
    for (const domainId of page.domainIds) await sweepDomain(domainId, ports, swept);
    startAt = page.next;
  } while (startAt && ports.clock() < endsAt);
  return swept;
}

async function sweepDomain(domainId: number, ports: SweepPorts, swept: Swept): Promise<void> {
  try {
    if (await restartIfOverdue(domainId, ports)) swept.restarted += 1;
  } catch (cause) {
    ports.log('error', 'a domain could not be swept', { domainId, cause });
    swept.failures.push(cause);
  }
}

async function restartIfOverdue(domainId: number, ports: SweepPorts): Promise<boolean> {
  const domain = await ports.domains.get(domainId);
  return domain !== undefined && isOverdue(domain, ports.clock()) && (await restart(domain, ports));
}
