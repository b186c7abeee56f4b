import type { Settings } from '../../contract/stack/settings.schema.ts';
import { DUE_SHARDS } from '../shared/table/keys.ts';

/**
 * The number of renewals that a shard may start in a run. All shards together start what the CA's budget allows until the next
 * run, because every waiting domain would cost a check each minute. The remainder goes to shards in rotation. Certificates near
 * expiry have an equal budget of their own (scan-shard.ts): two budgets are used up at once only if thousands are near expiry.
 */
export function maxRenewals(
  shard: number,
  now: Date,
  { acme, scan }: { acme: Pick<Settings['acme'], 'ordersPerMinute'>; scan: Settings['scan'] },
): number {
  const inAll = acme.ordersPerMinute * scan.everyMinutes;
  const rest = inAll % DUE_SHARDS;
  const run = Math.floor(now.getTime() / (scan.everyMinutes * 60_000));
  // Rotates by the remainder, so that no shard waits longer than the others.
  const isItsTurn = (shard + run * rest) % DUE_SHARDS < rest;
  return Math.floor(inAll / DUE_SHARDS) + Number(isItsTurn);
}
