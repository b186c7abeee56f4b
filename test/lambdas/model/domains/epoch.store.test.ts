import { expect, it, vi } from 'vitest';
import { epochStore } from '../../../../lambdas/model/domains/epoch.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import type { Table } from '../../../../lambdas/shared/table/table.store.ts';

/** Shard 0 has handled the second restore, shard 1 the first, shard 2 none. */
const rows = new Map([
  [keys.sweptEpoch(0).pk, { epoch: 2 }],
  [keys.sweptEpoch(1).pk, { epoch: 1 }],
]);
const get = vi.fn(async ({ pk }: { pk: string }) => rows.get(pk));
const epochs = epochStore({ get } as unknown as Table);

it.each([
  [1, [2]],
  [2, [1, 2]],
])('after restore %i the sweep still has it before it in some shards', async (epoch, shards) => {
  expect([...(await epochs.behind(epoch, 3))]).toEqual(shards);
});

it('a table that was never restored is not asked about it', async () => {
  get.mockClear();
  expect(await epochs.behind(0, 3)).toEqual(new Set());
  expect(get).not.toHaveBeenCalled();
});
