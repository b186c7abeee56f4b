import type { DomainStore } from '../domains/domain.store.ts';
import type { Domain } from '../domains/domain-row.schema.ts';
import type { Clock } from '../shared/clock.gateway.ts';
import type { Timings } from '../shared/contract/timings.schema.ts';
import type { Log } from '../shared/log.gateway.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import { isOverdue, restarted } from './restart.ts';

export interface SweepPorts {
  domains: Pick<DomainStore, 'get' | 'replace' | 'extend' | 'dueBefore'>;
  clock: Clock;
  log: Log;
  timings: Timings;
}

/** One page of a shard at a time; what is left over is still due at the next sweep. */
const PAGE = 100;

/** Starts a new attempt for every domain of a shard that has been silent too long. Answers how many. */
export async function sweepShard(shard: number, ports: SweepPorts): Promise<number> {
  let found = 0;
  for (const domainId of await ports.domains.dueBefore(shard, ports.clock(), PAGE)) {
    if (await restartIfOverdue(domainId, ports)) found += 1;
  }
  return found;
}

async function restartIfOverdue(domainId: number, ports: SweepPorts): Promise<boolean> {
  const domain = await ports.domains.get(domainId);
  return domain !== undefined && isOverdue(domain, ports.clock()) && (await restart(domain, ports));
}

/** Writes attempt + 1 and asks for its execution. A lost race means that somebody is at work on the domain: nothing to do. */
export async function restart(
  domain: Domain,
  ports: Pick<SweepPorts, 'domains' | 'clock' | 'log' | 'timings'>,
): Promise<boolean> {
  const next = restarted(domain, ports.clock(), ports.timings);
  try {
    await ports.domains.replace(domain, next, { timeline: 'lifecycle.restarted', events: [], startExecution: true });
  } catch (error) {
    if (error instanceof LostRace) return false;
    throw error;
  }
  ports.log('warn', 'lifecycle.restarted', { domainId: domain.id, attempt: next.attempt, phase: next.phase });
  return true;
}
