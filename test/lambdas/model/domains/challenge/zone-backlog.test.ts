import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { zoneBacklogReader } from '../../../../../lambdas/model/domains/challenge/challenge.store.ts';
import { DUE_ZONE_PARTITION, keys } from '../../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../../lambdas/shared/table/table.store.ts';
import { later, NOW, SECOND } from '../../../a-domain.ts';
import { holdItems, requestsTo } from '../../../held-items.ts';

const MINUTE = 60 * SECOND;
const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
let now = NOW;
beforeEach(() => {
  dynamo.reset();
  now = NOW;
});

/** Labels that were due this many milliseconds ago. */
function labels(count: number, dueMs: number) {
  const stepDueAt = later(-dueMs).toISOString();
  return Array.from({ length: count }, (_, at) => ({ ...keys.labelRecords(`l${at}`), duePk: DUE_ZONE_PARTITION, stepDueAt }));
}

async function isBehind(due: readonly ReturnType<typeof labels>[number][]): Promise<boolean> {
  holdItems(dynamo, [...due]);
  return zoneBacklogReader(table, () => now)();
}

describe('the zone’s writer is behind', () => {
  it('from a thousand labels on that are to be written', async () => {
    expect(await isBehind(labels(999, MINUTE))).toBe(false);
    expect(await isBehind(labels(1_000, MINUTE))).toBe(true);
  });

  it('when a single one has waited for longer than ten minutes', async () => {
    expect(await isBehind(labels(1, 10 * MINUTE))).toBe(false);
    expect(await isBehind(labels(1, 10 * MINUTE + SECOND))).toBe(true);
  });

  it('not by proofs that are served, however many these are: they are due once they are to go', async () => {
    expect(await isBehind(labels(1_200, -MINUTE))).toBe(false);
    expect(await isBehind([])).toBe(false);
  });
});

describe('whether it is behind', () => {
  it('is read with one Query in ten seconds', async () => {
    holdItems(dynamo, labels(1_000, MINUTE));
    const isZoneBehind = zoneBacklogReader(table, () => now);
    const read = async () => [await isZoneBehind(), await isZoneBehind()];
    expect(await read()).toEqual([true, true]);
    now = later(9 * SECOND);
    expect(await read()).toEqual([true, true]);
    expect(requestsTo(dynamo)).toEqual(['Query']);
    now = later(10 * SECOND);
    expect(await read()).toEqual([true, true]);
    expect(requestsTo(dynamo)).toEqual(['Query', 'Query']);
  });

  it('is read again after a table that did not answer', async () => {
    dynamo.rejectsOnce(new Error('the table does not answer'));
    const isZoneBehind = zoneBacklogReader(table, () => now);
    await expect(isZoneBehind()).rejects.toThrow('does not answer');
    holdItems(dynamo, []);
    expect(await isZoneBehind()).toBe(false);
  });
});
