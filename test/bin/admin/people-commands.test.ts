import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { Command } from 'commander';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../bin/admin/connect.ts';
import { addPeopleCommands } from '../../../bin/admin/people-commands.ts';
import { ENVIRONMENT } from '../../../contract/stack/environment.ts';
import { accountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { readPorts, START_PORTS } from '../../../local/machine/ports.ts';
import { localSettings, START_TIMINGS, START_WEBHOOKS } from '../../../local/stage.ts';
import { NOW } from '../../lambdas/a-domain.ts';
import { itemsUnder, table, tableHolds } from '../../lambdas/api/api-caller.ts';

const print = vi.fn<Session['print']>();
const connected = {
  table,
  accounts: accountStore(table),
  clock: () => NOW,
  pause: async () => {},
  isLocal: false,
  caFunctionName: 'ca',
};
const session = { connect: async () => connected, print } as unknown as Session;
const organization = (id: string) => ({ ...keys.organization(id), id, name: 'Shops', createdAt: NOW.toISOString() });

const { mail, ...withoutMail } = localSettings(
  readPorts({}, START_PORTS),
  { timings: START_TIMINGS, webhooks: START_WEBHOOKS },
  'PEM',
);
const lambda = mockClient(LambdaClient);
function deployWith(settings: object): void {
  const Variables = { [ENVIRONMENT.settings]: JSON.stringify(settings), [ENVIRONMENT.kmsKeyId]: 'key' };
  lambda.on(GetFunctionConfigurationCommand).resolves({ Environment: { Variables } });
}

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  deployWith(withoutMail);
  items = tableHolds(organization('org_A'), organization('org_A_test'));
});

async function createUser(id: string, email = 'mara@acme.test'): Promise<void> {
  const program = new Command().exitOverride();
  addPeopleCommands(program, session);
  await program.parseAsync(['create-user', '--organization', id, '--email', email], { from: 'user' });
}

describe('admin create-user', () => {
  it('invites to an organization', async () => {
    await createUser('org_A');
    expect(itemsUnder(items, 'INVITED#')).toHaveLength(1);
    const [invitation] = itemsUnder(items, 'ORG#org_A').filter(({ sk }) => String(sk).startsWith('INVITATION#'));
    expect(invitation).toMatchObject({ email: 'mara@acme.test', invitedBy: 'administrator' });
  });

  it.each([
    ['mails the invitation where the stage sends mail, and says so', { ...withoutMail, mail }, true],
    ['says that nothing is mailed where the stage sends no mail', withoutMail, false],
  ])('%s', async (_, settings, is_mailed) => {
    deployWith(settings);
    await createUser('org_A');
    expect(print).toHaveBeenLastCalledWith(expect.objectContaining({ email: 'mara@acme.test', is_mailed }));
    const due = itemsUnder(items, 'MAILS#org_A').map(({ kind, stepDueAt }) => [kind, stepDueAt]);
    expect(due).toEqual(is_mailed ? [['invitation', NOW.toISOString()]] : []);
  });

  it('invites nobody by what is more than an address', async () => {
    await expect(createUser('org_A', 'locked<mara@acme.test>')).rejects.toThrow('It must be an e-mail address.');
    expect(itemsUnder(items, 'INVITED#')).toEqual([]);
  });

  it('is held to the limits of invitations, which set-limits raises', async () => {
    items.set('ORG#org_A|LIMITS', { ...keys.limits('org_A'), openInvitations: 1 });
    await createUser('org_A');
    await expect(createUser('org_A', 'kim@acme.test')).rejects.toThrow('at most 1 open invitations');
    items.set('ORG#org_A|LIMITS', { ...keys.limits('org_A'), newInvitationsPerHour: 1 });
    await expect(createUser('org_A', 'kim@acme.test')).rejects.toThrow('At most 1 people an hour');
    expect(itemsUnder(items, 'INVITED#')).toHaveLength(1);
  });

  it('invites nobody to test data, which the people of the organization see', async () => {
    await expect(createUser('org_A_test')).rejects.toThrow('People are members of org_A');
    expect(itemsUnder(items, 'INVITED#')).toEqual([]);
  });
});
