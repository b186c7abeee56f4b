import { describe, expect, it } from 'vitest';
import { Stage } from '../../../lib/stage/stage.schema.ts';
import { productionStage, resourcesOf, synthesize } from '../synthesized.ts';

const WARM = { readsPerSecond: 40_000, writesPerSecond: 20_000 };

function tableOf(stage: Stage) {
  const [table] = Object.values(resourcesOf(synthesize(stage).stateful, 'AWS::DynamoDB::Table'));
  const indexes: object[] = Object(table?.Properties.GlobalSecondaryIndexes);
  return { table: Object(table?.Properties), indexes };
}

describe('warm throughput', () => {
  it('of a stage is that of its table and of every global index: a cold index holds up the writes', () => {
    const { table, indexes } = tableOf({ ...productionStage, warmThroughput: WARM });
    const expected = { ReadUnitsPerSecond: 40_000, WriteUnitsPerSecond: 20_000 };
    expect(indexes.length).toBeGreaterThan(1);
    for (const part of [table, ...indexes]) expect(part).toMatchObject({ WarmThroughput: expected });
  });

  it('is not requested, and not paid for, unless the stage says so', () => {
    const { table, indexes } = tableOf(productionStage);
    for (const part of [table, ...indexes]) expect(part).not.toHaveProperty('WarmThroughput');
  });

  it('below what a new table has is refused, as DynamoDB would refuse it', () => {
    const withWarm = (change: Partial<typeof WARM>) =>
      Stage.safeParse({ ...productionStage, warmThroughput: { ...WARM, ...change } });
    expect(withWarm({}).success).toBe(true);
    expect(withWarm({ readsPerSecond: 11_999 }).success).toBe(false);
    expect(withWarm({ writesPerSecond: 3_999 }).success).toBe(false);
  });
});
