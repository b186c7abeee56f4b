import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import type { AuditEntry } from '../../../../lambdas/shared/audit/audit.schema.ts';
import { auditWrite, changesSince } from '../../../../lambdas/shared/audit/audit.store.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { holdItems } from '../../held-items.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const entry = (at: string, organizationId = 'org_A'): AuditEntry => ({
  id: `aud_${at}`,
  at,
  organizationId,
  action: 'domain.updated',
  resource: { type: 'domain', id: '7' },
  actor: { type: 'api_key', keyId: 'cps_pk_live_x', requestId: 'req_1', sourceIp: '192.0.2.1', userAgent: 'test' },
  before: { server_id: 1 },
  after: { server_id: 2 },
});
const itemOf = (one: AuditEntry) => auditWrite(table, one).Put?.Item ?? {};
async function since(from: string, now: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { at } of changesSince(table, 'org_A', new Date(from), new Date(now))) found.push(at);
  return found;
}

it('an entry is kept 400 days, in the partition of its organization and month', () => {
  const item = itemOf(entry('2026-06-01T12:00:00.000Z'));
  expect(item).toMatchObject({
    pk: 'AUDIT#org_A#changes#2026-06',
    sk: 'aud_2026-06-01T12:00:00.000Z',
    before: { server_id: 1 },
  });
  expect(item.expiresAtSeconds).toBe(Date.UTC(2026, 5, 1, 12) / 1000 + 400 * 86_400);
});

it('an entry is only ever added: the write has no key of what is there, and changes nothing', () => {
  expect(Object.keys(auditWrite(table, entry('2026-06-01T12:00:00.000Z')))).toEqual(['Put']);
});

describe('the changes since an instant', () => {
  const ats = [
    '2025-12-31T23:59:59.999Z',
    '2026-01-01T00:00:00.000Z',
    '2026-01-31T10:00:00.000Z',
    '2026-02-28T10:00:00.000Z',
    '2026-03-31T23:00:00.000Z',
  ];

  it('come oldest first, over months and years, with both ends', async () => {
    holdItems(dynamo, [...ats.toReversed().map((at) => itemOf(entry(at))), itemOf(entry('2026-02-01T00:00:00.000Z', 'org_B'))]);
    expect(await since('2025-12-31T23:59:59.999Z', '2026-03-31T23:00:00.000Z')).toEqual(ats);
    expect(await since('2026-01-01T00:00:00.000Z', '2026-03-31T22:59:59.999Z')).toEqual(ats.slice(1, 4));
    expect(await since('2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z')).toEqual([]);
  });

  it('take one strongly consistent Query a month and page', async () => {
    holdItems(dynamo, []);
    await since('2025-12-31T23:59:59.999Z', '2026-03-01T00:00:00.000Z');
    const inputs = dynamo.commandCalls(QueryCommand).map(({ args }) => args[0].input);
    expect(inputs.map(({ ConsistentRead }) => ConsistentRead)).toEqual([true, true, true, true]);
  });

  it('continue on the next page', async () => {
    const [first, second] = [itemOf(entry(ats[1] ?? '')), itemOf(entry(ats[2] ?? ''))];
    dynamo.reset();
    dynamo
      .on(QueryCommand)
      .resolvesOnce({ Items: [first], LastEvaluatedKey: { pk: first.pk, sk: first.sk } })
      .resolvesOnce({ Items: [second] });
    expect(await since('2026-01-01T00:00:00.000Z', '2026-01-31T23:00:00.000Z')).toEqual([ats[1], ats[2]]);
  });
});
