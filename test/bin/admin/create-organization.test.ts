import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mockClient } from 'aws-sdk-client-mock';
import { Command } from 'commander';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { addAccountCommands } from '../../../bin/admin/account-commands.ts';
import type { Session } from '../../../bin/admin/connect.ts';
import { accountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { NOW } from '../../lambdas/a-domain.ts';
import { itemsUnder, newId, table, tableHolds, wholeRequests } from '../../lambdas/api/api-caller.ts';

const secrets = mockClient(SecretsManagerClient);
const print = vi.fn<Session['print']>();
const connected = {
  ...{ table, baseTarget: 'cname.service.net', accounts: accountStore(table), serviceSecretArn: 'arn' },
  ...{ clock: () => NOW, newId, pause: async () => {} },
};
const session = { connect: async () => connected, print } as unknown as Session;

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds();
  vi.clearAllMocks();
  secrets.on(GetSecretValueCommand).resolves({ SecretString: JSON.stringify({ 1: 'x'.repeat(64) }) });
});

async function createOrganization(...options: string[]): Promise<void> {
  const program = new Command();
  addAccountCommands(program, session);
  await program.parseAsync(['create-organization', '--name', 'Shops', ...options], { from: 'user' });
}
const audited = () => itemsUnder(items, 'AUDIT#').map(({ action, actor }) => [action, actor]);

describe('admin create-organization', () => {
  it('creates server 1 in the same transaction, on the audit record, and counts it', async () => {
    await createOrganization();
    expect(print).toHaveBeenCalledExactlyOnceWith({
      organization_id: expect.any(String),
      server_id: 1,
      cname_target: expect.stringMatching(/^[a-z2-7]{16}\.cname\.service\.net$/),
    });
    const [{ organization_id } = {}] = print.mock.calls[0] ?? [];
    expect(itemsUnder(items, 'ORG#')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          sk: 'SERVER#0000000000000001',
          organizationId: organization_id,
          name: 'Server 1',
          machineCount: 0,
        }),
        expect.objectContaining({ sk: 'COUNTS', servers: 1 }),
      ]),
    );
    const by = { type: 'administrator' };
    expect(audited()).toEqual(
      expect.arrayContaining([
        ['organization.created', by],
        ['server.created', by],
      ]),
    );
    expect(wholeRequests()).toEqual([
      'TransactWriteItems Put ORG#org_… ORG, Put ORG#org_… USE, Put ORG#org_… LIMITS, Put ORG#org_… PORTAL, Put PORTAL#opt_… PORTAL, Put AUDIT#org_…#changes#2026-06 aud_…, Put ORG#org_… SERVER#…, Put LABEL#… LABEL, Put AUDIT#org_…#changes#2026-06 aud_…, Update ORG#org_… COUNTS',
    ]);
  });

  it('creates no server where it is told not to', async () => {
    await createOrganization('--no-server');
    expect(print).toHaveBeenCalledExactlyOnceWith({ organization_id: expect.any(String) });
    expect(itemsUnder(items, 'LABEL#')).toEqual([]);
  });
});
