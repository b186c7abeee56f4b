import { lazily } from '../wiring/lazily.ts';
import type { ScanPorts } from '../wiring/scan.wiring.ts';
import { askAboutRenewal } from './ask-about-renewal.ts';
import { WHOLE } from './day-slots.ts';
import { dailyCheck } from './look-at-suspected.ts';
import { mostRenewals } from './renewal-pace.ts';
import type { ScanMessage } from './scan-message.schema.ts';
import { type Scanned, scanShard } from './scan-shard.ts';
import { type Visit, visitDomain } from './visit-domain.ts';
import { type Visited, visitShard } from './visit-shard.ts';

/** What is due comes first, and leaves most of the time of a run to the visits. */
const LONGEST_SCAN_SECONDS = 40;

/** One shard of a run, or a part of one. `before`: visits beside the daily check, which come before it. */
export function scans(ports: ScanPorts, before: readonly Visit[] = []) {
  const visit = visitDomain(ports, askAboutRenewal(ports), [...before, dailyCheck(ports)]);
  const visiting = lazily({ visit: () => visit }, ports);
  return async ({ shard, part = WHOLE }: ScanMessage, endsAt: Date): Promise<{ scanned: Scanned; visited: Visited }> => {
    const startedAt = ports.clock();
    const scanEndsAt = new Date(startedAt.getTime() + LONGEST_SCAN_SECONDS * 1000);
    // Only the visits are divided: what is due in a shard is scanned with the first of its parts.
    const scanned =
      part.index > 0
        ? { done: {}, postponed: 0, failures: [] }
        : await scanShard(shard, mostRenewals(shard, startedAt, ports.settings), ports, scanEndsAt);
    return { scanned, visited: await visitShard(shard, visiting, endsAt, part) };
  };
}
