import { describe, expect, it } from 'vitest';
import { type TablePair, tablePairFault } from '../../../../bin/admin/recovery/table-pair.ts';
import { LIST_INDEXES, TABLE_SHAPE } from '../../../../contract/stack/table-shape.ts';

const indexes = [TABLE_SHAPE.byDue, TABLE_SHAPE.byScan, ...Object.values(LIST_INDEXES)].map(({ name }) => name);
const former = { arn: 'arn:old', status: 'ACTIVE', createdAt: new Date(1_000), indexes };
const restored = {
  arn: 'arn:new',
  status: 'ACTIVE',
  createdAt: new Date(2_000),
  indexes,
  restored: { isUnderWay: false, sourceArn: 'arn:old' },
};
const pair: TablePair = { from: 'old', into: 'new', former, restored };

describe('two tables', () => {
  it('of which one was restored from the other are compared', () => {
    expect(tablePairFault(pair)).toBeUndefined();
  });

  it.each<[string, Partial<TablePair>, RegExp]>([
    ['that are the same one', { into: 'old' }, /old is both/],
    ['of which the former one is gone', { former: undefined }, /no table old.*recovery\.md/],
    ['of which there is no restored one', { restored: undefined }, /no table new/],
    ['of which one is still being restored', { restored: { ...restored, status: 'CREATING' } }, /still being restored/],
    ['of which one is still being filled', { restored: { ...restored, restored: { isUnderWay: true } } }, /still being restored/],
    [
      'of which one was restored from a third',
      { restored: { ...restored, restored: { isUnderWay: false, sourceArn: 'arn:third' } } },
      /not restored from old, but from arn:third/,
    ],
    ['that are swapped', { restored: { ...restored, createdAt: new Date(500) } }, /wrong way round/],
    ['of which one lacks an index', { restored: { ...restored, indexes: indexes.slice(1) } }, /indexes byDue/],
  ])('%s are refused, with what to do', (_, change, message) => {
    expect(tablePairFault({ ...pair, ...change })).toMatch(message);
  });
});
