import type { Timings } from '../../../contract/stack/timings.schema.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import type { Item } from '../../shared/table/table.store.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { EpochStore } from './epoch.store.ts';

export interface HastenPorts {
  domains: Pick<DomainStore, 'get' | 'extend' | 'dueBefore'>;
  epochs: EpochStore;
  clock: Clock;
  timings: Timings;
  restoreEpoch: number;
}

/**
 * No wait for DNS is silent for longer: three times as long as it has lasted (pace.ts), and one that began in an earlier release
 * may last for two windows.
 */
const MOST_WINDOWS = 8;

/**
 * After a restore the queue has lost the DNS checks of waiting domains, whose rows allow hours of silence: all of a shard become
 * due after the usual silence. Answers how many. The next sweep continues with what did not fit in the time.
 */
export async function hastenAwaited(shard: number, ports: HastenPorts, endsAt: Date): Promise<number> {
  const { domains, epochs, clock, timings, restoreEpoch } = ports;
  if (restoreEpoch === 0 || (await epochs.get(shard)) >= restoreEpoch) return 0;
  const now = clock();
  const soon = addSeconds(now, timings.longestSilenceSeconds);
  const far = new Date(addSeconds(now, MOST_WINDOWS * timings.dnsWindowSeconds));
  let hastened = 0;
  let startAt: Item | undefined;
  do {
    const page = await domains.dueBefore(shard, far, startAt);
    const done = await Promise.all(page.domainIds.map((id) => hasten(id, soon, domains)));
    hastened += done.filter(Boolean).length;
    startAt = page.next;
    if (startAt && clock() >= endsAt) return hastened;
  } while (startAt);
  await epochs.put(shard, restoreEpoch);
  return hastened;
}

/** A concurrent writer is already at work on the domain. */
async function hasten(domainId: number, soon: string, domains: HastenPorts['domains']): Promise<boolean> {
  const domain = await domains.get(domainId);
  if (domain?.phase !== 'awaiting-dns' || (domain.execution.dueAt ?? '') <= soon) return false;
  return wonRace(domains.extend(domain, soon));
}
