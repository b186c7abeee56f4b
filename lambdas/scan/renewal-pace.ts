import type { Settings } from '../../contract/stack/settings.schema.ts';
import { DUE_SHARDS } from '../shared/table/keys.ts';

/**
 * How many renewals a shard may begin in a run. All shards together begin what the CA's budget takes until the next run: domains
 * that wait for it would cost a check each minute. What does not go into all shards alike goes to each in turn. Certificates near
 * their end have as many places of their own (scan-shard.ts): only where thousands are near it do two budgets begin at once.
 */
export function mostRenewals(
  shard: number,
  now: Date,
  { acme, scan }: { acme: Pick<Settings['acme'], 'ordersPerMinute'>; scan: Settings['scan'] },
): number {
  const inAll = acme.ordersPerMinute * scan.everyMinutes;
  const rest = inAll % DUE_SHARDS;
  const run = Math.floor(now.getTime() / (scan.everyMinutes * 60_000));
  // Runs take their turns in steps of the rest, so that no shard waits longer than the others.
  const isItsTurn = (shard + run * rest) % DUE_SHARDS < rest;
  return Math.floor(inAll / DUE_SHARDS) + Number(isItsTurn);
}
