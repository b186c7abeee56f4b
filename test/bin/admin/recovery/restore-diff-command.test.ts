import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { Command } from 'commander';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../../bin/admin/connect.ts';
import { addRestoreDiffCommand } from '../../../../bin/admin/recovery/restore-diff-command.ts';
import { ENVIRONMENT } from '../../../../contract/stack/environment.ts';
import { LIST_INDEXES, TABLE_SHAPE } from '../../../../contract/stack/table-shape.ts';
import { outboxWrite } from '../../../../lambdas/shared/outbox/outbox.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { later, NOW } from '../../../lambdas/a-domain.ts';
import { settings } from '../../../lambdas/settings.ts';
import { twoTables } from './two-tables.ts';

type Item = Record<string, unknown>;
const dynamo = mockClient(DynamoDBClient);
const lambda = mockClient(LambdaClient);
const print = vi.fn<Session['print']>();
const warned = vi.spyOn(console, 'error').mockImplementation(() => {});
afterAll(() => warned.mockRestore());

const GlobalSecondaryIndexes = [TABLE_SHAPE.byDue, TABLE_SHAPE.byScan, ...Object.values(LIST_INDEXES)].map(({ name }) => ({
  IndexName: name,
}));
const organization: Item[] = [
  { ...keys.organization('org_A'), id: 'org_A', name: 'Shops', createdAt: NOW.toISOString() },
  { ...keys.useReconciliation('org_A'), duePk: 'DUE#USE', stepDueAt: NOW.toISOString() },
];
const token = { ...keys.enrollment('hash'), organizationId: 'org_A', serverId: 1, label: 'l', validUntil: NOW.toISOString() };
let tables: ReturnType<typeof twoTables>;

function open(former: Item[], restored: Item[], inUse = 'restored'): Session {
  tables = twoTables([...organization, ...former], [...organization, ...restored], {
    of: ScanCommand,
    answers: ({ Segment }) => ({ Items: Segment === 0 ? [...tables.held.restored.items.values()] : [] }),
  });
  const connected = {
    tableName: inUse,
    caFunctionName: 'ca',
    clock: () => later(3_600_000),
    newId: () => 'aud_1',
    pause: async () => {},
  };
  return { connect: async () => connected, print } as unknown as Session;
}

async function run(session: Session, ...more: string[]): Promise<void> {
  const program = new Command().exitOverride();
  addRestoreDiffCommand(program, session);
  await program.parseAsync(['restore-diff', '--from', 'former', ...more], { from: 'user' });
}

beforeEach(() => {
  vi.clearAllMocks();
  dynamo.reset();
  const Table = { TableStatus: 'ACTIVE' as const, CreationDateTime: NOW, GlobalSecondaryIndexes };
  dynamo.on(DescribeTableCommand, { TableName: 'former' }).resolves({ Table: { ...Table, TableArn: 'arn:former' } });
  dynamo.on(DescribeTableCommand, { TableName: 'restored' }).resolves({
    Table: { ...Table, RestoreSummary: { RestoreDateTime: NOW, RestoreInProgress: false, SourceTableArn: 'arn:former' } },
  });
  const Variables = { [ENVIRONMENT.settings]: JSON.stringify(settings), [ENVIRONMENT.kmsKeyId]: 'key' };
  lambda.on(GetFunctionConfigurationCommand).resolves({ Environment: { Variables } });
});

describe('restore-diff', () => {
  it('lists, changes nothing, and knows from DynamoDB to when was restored', async () => {
    await run(open([], [token]));
    expect(print.mock.lastCall?.[0]).toMatchObject({
      applied: false,
      revived: 1,
      found: [{ found: 'enrollment', what: 'ends' }],
    });
    expect(warned.mock.lastCall?.[0]).toMatch(/^Nothing was written/);
    expect(tables.held.restored.items.has('ENROLLMENT#hash|ENROLLMENT')).toBe(true);
  });

  it.each([-3_600_000, 3_600_000])('does nothing with another instant than that of the restore: %s ms', async (off) => {
    const asked = run(open([], [token]), '--apply', '--restored-to', later(off).toISOString());
    await expect(asked).rejects.toThrow(`was restored to ${NOW.toISOString()}`);
    expect(tables.writesTo('restored')).toBe(0);
  });

  it('ends with --apply what it has listed, in the table that the deployment names', async () => {
    await run(open([], [token]), '--apply');
    expect(tables.held.restored.items.has('ENROLLMENT#hash|ENROLLMENT')).toBe(false);
    expect(tables.held.former.items.size).toBe(organization.length);
    expect(warned).not.toHaveBeenCalled();
  });

  it('says that the former table is still written, where the deployment names that', async () => {
    await run(open([], [], 'former'), '--into', 'restored', '--apply');
    expect(warned.mock.lastCall?.[0]).toMatch(/still writes former.*run this again/);
  });

  it('names organizations that were made since, and are lost with all that they have', async () => {
    const since = [
      { ...keys.organization('org_B'), id: 'org_B', name: 'New', createdAt: later(60_000).toISOString() },
      { ...keys.useReconciliation('org_B'), duePk: 'DUE#USE', stepDueAt: NOW.toISOString() },
    ];
    await run(open(since, []));
    expect(print.mock.lastCall?.[0]).toMatchObject({ lost: [{ lost: 'organization', id: 'org_B' }] });
  });

  it('refuses a restored table that something writes though no deployment names it', async () => {
    const session = open([], [], 'former');
    const at = later(3_000_000).toISOString();
    const event = { kind: 'event', id: `evt_01KT1K00000000000000000000`, createdAt: at, organizationId: 'org_A' } as const;
    const facts = { event: 'domain.created', notify: true, body: '{}' } as const;
    await tables.restored.transact([outboxWrite(tables.restored, { ...event, ...facts })]);
    await expect(run(session, '--into', 'restored', '--apply')).rejects.toThrow(/restored is written/);
    expect(print).not.toHaveBeenCalled();
  });

  it.each([
    ['tables that are the same one', ['--into', 'former'], /former is both/],
    ['a table that there is not', ['--into', 'third'], /no table third/],
    ['a kind that there is not', ['--except', 'everything'], /everything is not one of/],
  ])('refuses %s', async (_, more, message) => {
    dynamo
      .on(DescribeTableCommand, { TableName: 'third' })
      .rejects(Object.assign(new Error('not found'), { name: 'ResourceNotFoundException' }));
    const said = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    await expect(run(open([], []), ...more)).rejects.toThrow(message);
    said.mockRestore();
  });

  it('wants to be told to when was restored, where DynamoDB does not say it', async () => {
    const Table = { TableStatus: 'ACTIVE' as const, CreationDateTime: NOW, GlobalSecondaryIndexes };
    dynamo.on(DescribeTableCommand, { TableName: 'restored' }).resolves({ Table });
    await expect(run(open([], []))).rejects.toThrow(/--restored-to/);
    await run(open([], []), '--restored-to', NOW.toISOString());
    expect(print).toHaveBeenCalledOnce();
  });
});
