import { Command } from 'commander';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../bin/admin/connect.ts';
import { addPeopleCommands } from '../../../bin/admin/people-commands.ts';
import { accountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { NOW } from '../../lambdas/a-domain.ts';
import { itemsUnder, table, tableHolds } from '../../lambdas/api/api-caller.ts';

const print = vi.fn<Session['print']>();
const connected = { table, accounts: accountStore(table), clock: () => NOW, isLocal: false };
const session = { connect: async () => connected, print } as unknown as Session;
const organization = (id: string) => ({ ...keys.organization(id), id, name: 'Shops', createdAt: NOW.toISOString() });

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(organization('org_A'), organization('org_A_test'));
});

async function createUser(id: string): Promise<void> {
  const program = new Command();
  addPeopleCommands(program, session);
  await program.parseAsync(['create-user', '--organization', id, '--email', 'mara@acme.test'], { from: 'user' });
}

describe('admin create-user', () => {
  it('invites to an organization', async () => {
    await createUser('org_A');
    expect(itemsUnder(items, 'INVITED#')).toHaveLength(1);
  });

  it('invites nobody to test data, which the people of the organization see', async () => {
    await expect(createUser('org_A_test')).rejects.toThrow('People are members of org_A');
    expect(itemsUnder(items, 'INVITED#')).toEqual([]);
  });
});
