import { lazily } from '../wiring/lazily.ts';
import type { ScanPorts } from '../wiring/scan.wiring.ts';
import { askAboutRenewal } from './daily-checks/ask-about-renewal.ts';
import { WHOLE_SHARD } from './daily-checks/day-slots.ts';
import { dailyCheck } from './daily-checks/look-at-suspected.ts';
import { type Visit, visitDomain } from './daily-checks/visit-domain.ts';
import { type VisitResult, visitShard } from './daily-checks/visit-shard.ts';
import { maxRenewals } from './renewal-pace.ts';
import type { ScanMessage } from './scan-message.schema.ts';
import { type ScanResult, scanShard } from './scan-shard.ts';

/** Due work runs first and leaves most of the run's time to the visits. */
const MAX_SCAN_SECONDS = 40;

/** Scans one shard, or a part of one. `before`: visits that precede the daily check. */
export function shardScanner(ports: ScanPorts, before: readonly Visit[] = []) {
  const visit = visitDomain(ports, askAboutRenewal(ports), [...before, dailyCheck(ports)]);
  const visiting = lazily({ visit: () => visit }, ports);
  return async (
    { shard, part = WHOLE_SHARD }: ScanMessage,
    endsAt: Date,
  ): Promise<{ scanned: ScanResult; visited: VisitResult }> => {
    const startedAt = ports.clock();
    const scanEndsAt = new Date(startedAt.getTime() + MAX_SCAN_SECONDS * 1000);
    // Only visits are divided: the first part also does all the due work of the shard.
    const scanned =
      part.index > 0
        ? { done: {}, postponed: 0, failures: [] }
        : await scanShard(shard, maxRenewals(shard, startedAt, ports.settings), ports, scanEndsAt);
    return { scanned, visited: await visitShard(shard, visiting, endsAt, part) };
  };
}
