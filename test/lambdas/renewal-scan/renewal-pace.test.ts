import { expect, it } from 'vitest';
import { maxRenewals } from '../../../lambdas/renewal-scan/renewal-pace.ts';
import { DUE_SHARDS } from '../../../lambdas/shared/table/keys.ts';
import { later } from '../a-domain.ts';

const MINUTE = 60_000;
const shards = Array.from({ length: DUE_SHARDS }, (_, shard) => shard);
const sum = (counts: number[]) => counts.reduce((total, count) => total + count, 0);

it.each([
  [1, 5],
  [1, 1],
  [3, 5],
  [7, 5],
  [16, 1],
  [600, 1],
])(
  'all shards of a run together begin what %d orders a minute take in %d minutes, and none waits longer than the others',
  (ordersPerMinute, everyMinutes) => {
    const paced = { acme: { ordersPerMinute }, scan: { everyMinutes } };
    const begun = shards.map(() => 0);
    for (let run = 0; run < DUE_SHARDS; run += 1) {
      const counts = shards.map((shard) => maxRenewals(shard, later(run * everyMinutes * MINUTE), paced));
      expect(sum(counts)).toBe(ordersPerMinute * everyMinutes);
      for (const shard of shards) begun[shard] = (begun[shard] ?? 0) + (counts[shard] ?? 0);
    }
    expect(new Set(begun).size).toBe(1);
  },
);
