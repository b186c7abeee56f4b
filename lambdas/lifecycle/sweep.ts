import type { Change, DomainStore } from '../model/domains/domain.store.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { Timings } from '../shared/contract/timings.schema.ts';
import type { Log } from '../shared/runtime/log.gateway.ts';
import { wonRace } from '../shared/table/lost-race.ts';
import type { Item } from '../shared/table/table.store.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { isOverdue, isResting, restarted, resumed } from './restart.ts';

export interface SweepPorts {
  domains: Pick<DomainStore, 'get' | 'replace' | 'extend' | 'dueBefore'>;
  clock: Clock;
  log: Log;
  timings: Timings;
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

/** Writes attempt + 1 and asks for its execution. A lost race means that somebody is at work on the domain: nothing to do. */
export async function restart(
  domain: Domain,
  ports: Pick<SweepPorts, 'domains' | 'clock' | 'log' | 'timings'>,
): Promise<boolean> {
  const rested = isResting(domain);
  const next = (rested ? resumed : restarted)(domain, ports.clock(), ports.timings);
  const timeline = rested ? 'lifecycle.resumed' : 'lifecycle.restarted';
  const change: Change = { timeline, events: [], startExecution: true };
  if (!(await wonRace(ports.domains.replace(domain, next, change)))) return false;
  ports.log(rested ? 'info' : 'warn', timeline, { domainId: domain.id, attempt: next.attempt, phase: next.phase });
  return true;
}
