import { describe, expect, it } from 'vitest';
import { fixedCost, fixedTable, NEW_STAGE, totalOf } from '../../bin/admin/prices/fixed-cost.ts';
import { fixedPartsOf } from '../docs/deploy-tables.ts';
import { synthesize } from './synthesized.ts';

describe('a stage without domains', () => {
  it('has the parts that npm run admin -- prices counts', () => {
    expect(fixedPartsOf(synthesize())).toEqual(NEW_STAGE);
  });

  it('costs less than 8 USD a month', () => {
    expect(totalOf(fixedCost(NEW_STAGE))).toBeLessThan(8);
  });

  it('would cost more than 12 USD if errors and throttles were watched for each function', () => {
    const perFunction = { ...NEW_STAGE, alarmMetrics: NEW_STAGE.alarmMetrics - 2 + 2 * NEW_STAGE.functions };
    expect(totalOf(fixedCost(perFunction))).toBeGreaterThan(12);
    expect(fixedTable(NEW_STAGE)).toContain(' 7.60  two queries over all functions');
  });
});
