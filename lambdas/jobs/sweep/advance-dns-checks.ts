import type { Timings } from '../../../contract/stack/timings.schema.ts';
import type { DomainStore } from '../../model/domains/domain.store.ts';
import type { EpochStore } from '../../model/domains/epoch.store.ts';
import type { Log } from '../../shared/runtime/log.gateway.ts';
import { wonRace } from '../../shared/table/lost-race.ts';
import type { Item } from '../../shared/table/table.store.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';

export interface AdvanceDnsChecksPorts {
  domains: Pick<DomainStore, 'get' | 'extend' | 'dueBefore'>;
  epochs: Pick<EpochStore, 'get' | 'put'>;
  clock: Clock;
  log: Log;
  timings: Timings;
  restoreEpoch: number;
}

interface Hastened {
  hastened: number;
  /** Failures of single domains; the next sweep starts over. */
  failures: unknown[];
}

/** No DNS wait is due later after its start: one window of waiting, and a silence of three times that (pace.ts). */
const MAX_WINDOWS = 4;

/** Each writes to the shard's partition of the due index, which takes 1,000 write units a second: here some 500. */
const AT_ONCE = 5;

/**
 * After a restore the queue has lost the DNS checks of waiting domains, whose rows allow hours of silence. This makes all of a
 * shard due after the usual silence. The next sweep repeats what failed or did not fit in the time.
 */
export async function advanceDnsChecks(shard: number, ports: AdvanceDnsChecksPorts, endsAt: Date): Promise<Hastened> {
  const { domains, epochs, clock, timings, restoreEpoch } = ports;
  const all: Hastened = { hastened: 0, failures: [] };
  if (restoreEpoch === 0 || (await epochs.get(shard)) >= restoreEpoch) return all;
  const now = clock();
  const soon = addSeconds(now, timings.longestSilenceSeconds);
  const far = new Date(addSeconds(now, MAX_WINDOWS * timings.dnsWindowSeconds));
  let startAt: Item | undefined;
  do {
    const page = await domains.dueBefore(shard, far, startAt);
    for (let begin = 0; begin < page.domainIds.length; begin += AT_ONCE) {
      const some = page.domainIds.slice(begin, begin + AT_ONCE);
      await Promise.all(some.map((id) => advanceInto(all, id, soon, ports)));
    }
    startAt = page.next;
    if (startAt && clock() >= endsAt) return all;
  } while (startAt);
  if (all.failures.length === 0) await epochs.put(shard, restoreEpoch);
  return all;
}

async function advanceInto(
  all: Hastened,
  domainId: number,
  soon: string,
  { domains, log }: AdvanceDnsChecksPorts,
): Promise<void> {
  try {
    if (await hasten(domainId, soon, domains)) all.hastened += 1;
  } catch (cause) {
    log('error', 'a domain could not be made due after the restore', { domainId, cause });
    all.failures.push(cause);
  }
}

/** Returns false after a lost race: the other writer continues the domain. */
async function hasten(domainId: number, soon: string, domains: AdvanceDnsChecksPorts['domains']): Promise<boolean> {
  const domain = await domains.get(domainId);
  if (domain?.phase !== 'awaiting-dns' || (domain.execution.dueAt ?? '') <= soon) return false;
  return wonRace(domains.extend(domain, soon));
}
