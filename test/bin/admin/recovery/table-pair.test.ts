import { describe, expect, it } from 'vitest';
import { faultOf, type TablePair } from '../../../../bin/admin/recovery/table-pair.ts';
import { LIST_INDEXES, TABLE_SHAPE } from '../../../../contract/stack/table-shape.ts';

const indexes = [TABLE_SHAPE.byDue, TABLE_SHAPE.byScan, ...Object.values(LIST_INDEXES)].map(({ name }) => ({ IndexName: name }));
const former = { TableArn: 'arn:old', TableStatus: 'ACTIVE', CreationDateTime: new Date(1_000) } as const;
const summary = { RestoreDateTime: new Date(), RestoreInProgress: false };
const restored = {
  TableStatus: 'ACTIVE',
  CreationDateTime: new Date(2_000),
  GlobalSecondaryIndexes: indexes,
  RestoreSummary: { ...summary, SourceTableArn: 'arn:old' },
} as const;
const pair: TablePair = { from: 'old', into: 'new', former, restored };

describe('two tables', () => {
  it('of which one was restored from the other are compared', () => {
    expect(faultOf(pair)).toBeUndefined();
  });

  it.each<[string, Partial<TablePair>, RegExp]>([
    ['that are the same one', { into: 'old' }, /old is both/],
    ['of which the former one is gone', { former: undefined }, /no table old.*recovery\.md/],
    ['of which there is no restored one', { restored: undefined }, /no table new/],
    ['of which one is still being restored', { restored: { ...restored, TableStatus: 'CREATING' } }, /still being restored/],
    [
      'of which one is still being filled',
      { restored: { ...restored, RestoreSummary: { ...summary, RestoreInProgress: true } } },
      /still being restored/,
    ],
    [
      'of which one was restored from a third',
      { restored: { ...restored, RestoreSummary: { ...summary, SourceTableArn: 'arn:third' } } },
      /not restored from old, but from arn:third/,
    ],
    ['that are swapped', { restored: { ...restored, CreationDateTime: new Date(500) } }, /wrong way round/],
    ['of which one lacks an index', { restored: { ...restored, GlobalSecondaryIndexes: indexes.slice(1) } }, /indexes byDue/],
  ])('%s are refused, with what to do', (_, change, message) => {
    expect(faultOf({ ...pair, ...change })).toMatch(message);
  });
});
