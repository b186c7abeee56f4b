import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { Command } from 'commander';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { Session } from '../../../bin/admin/connect.ts';
import { addRenewalCommands } from '../../../bin/admin/renewal-commands.ts';
import { aDomain, NOW } from '../../lambdas/a-domain.ts';
import { itemOf, table } from '../../lambdas/api/api-caller.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const print = vi.fn<Session['print']>();
const session = {
  connect: async () => ({ table, tableName: 'table', clock: () => NOW, newId: () => 'x', pause: async () => {} }),
  print,
} as unknown as Session;
const progress = vi.spyOn(console, 'error').mockImplementation(() => {});
afterAll(() => progress.mockRestore());
beforeEach(() => {
  dynamo.reset();
  vi.clearAllMocks();
});

it('a renewal as a dry run says what it would do, on its way and at its end', async () => {
  const page = { Items: [itemOf(aDomain('active'))] };
  dynamo
    .on(ScanCommand)
    .resolvesOnce({ ...page, LastEvaluatedKey: { pk: 'x' } })
    .resolves(page);
  const program = new Command();
  addRenewalCommands(program, session);
  await program.parseAsync(['renew', '--all', '--dry-run'], { from: 'user' });
  expect(print).toHaveBeenCalledExactlyOnceWith({ read: 2, would_make_due: 2, due_already: 0, under_way: 0, dry_run: true });
  expect(progress.mock.calls.flat().join()).toMatch(/1 renewals would be made due/);
});
