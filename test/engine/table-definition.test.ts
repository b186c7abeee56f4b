import { DescribeTableCommand, DescribeTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, it } from 'vitest';
import { LIST_INDEXES, LISTED_ATTRIBUTE, TABLE_SHAPE } from '../../contract/stack/table-shape.ts';
import { newTable } from './engine-tables.ts';
import { ENGINE_NAMES } from './start-engines.ts';

describe.each(ENGINE_NAMES)('the table that the stack makes, on %s', (engine) => {
  it(`has its indexes, projections, stream and TTL`, async () => {
    const { client, name } = await newTable(engine);
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    const indexes = Table?.GlobalSecondaryIndexes?.map(({ IndexName, KeySchema, Projection }) => ({
      name: IndexName,
      keys: KeySchema?.map(({ AttributeName }) => AttributeName),
      projected: Projection?.NonKeyAttributes ?? Projection?.ProjectionType,
    }));
    const wanted = [
      ...[TABLE_SHAPE.byDue, TABLE_SHAPE.byScan].map((index) => ({ ...index, projected: 'KEYS_ONLY' })),
      ...Object.values(LIST_INDEXES).map((index) => ({ ...index, projected: [LISTED_ATTRIBUTE] })),
    ].map(({ name: index, partitionKey, sortKey, projected }) => ({ name: index, keys: [partitionKey, sortKey], projected }));
    expect(indexes).toHaveLength(wanted.length);
    expect(indexes).toEqual(expect.arrayContaining(wanted));
    expect(Table?.StreamSpecification).toEqual({ StreamEnabled: true, StreamViewType: 'NEW_IMAGE' });
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: name }));
    expect(TimeToLiveDescription).toMatchObject({ AttributeName: TABLE_SHAPE.ttl, TimeToLiveStatus: 'ENABLED' });
  });
});
