import { Command } from 'commander';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../../bin/admin/connect.ts';
import { addListCommands } from '../../../../bin/admin/organizations/list-commands.ts';
import { accountStore } from '../../../../lambdas/model/accounts/account.store.ts';
import { NO_PLACES } from '../../../../lambdas/model/accounts/domain-places.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, iso, NOW } from '../../../lambdas/a-domain.ts';
import { DOMAIN_ID, itemOf, limitsItem, serverItem, table, tableHolds, wholeRequests } from '../../../lambdas/api/api-caller.ts';

const print = vi.fn<Session['print']>();
const session = {
  connect: async () => ({ table, baseTarget: 'cname.service.net', accounts: accountStore(table) }),
  print,
} as unknown as Session;

const organization = (id: string, name: string, createdAt: string) => [
  { ...keys.organization(id), id, name, createdAt },
  { ...keys.useReconciliation(id), duePk: 'DUE#USE', stepDueAt: NOW.toISOString(), organizationId: id },
];
const domain = (number: number) => itemOf(aDomain('active', { id: DOMAIN_ID + number, url: `shop-${number}.customer.com` }));

beforeEach(() => {
  vi.clearAllMocks();
  tableHolds(
    ...organization('org_B', 'Second', iso(0)),
    ...organization('org_A', 'First', iso(-1000)),
    // A test tenant, which is not an organization of its own.
    ...organization('org_A_test', 'First', iso(-500)),
    limitsItem({ places: { ...NO_PLACES, domains: 2 }, requestsPerHour: 9000, domains: 7 }),
    serverItem(1),
    serverItem(7, 'ponmlkjihgfedcba'),
    ...[1, 2, 3].map(domain),
  );
});

async function run(...words: string[]): Promise<unknown> {
  const program = new Command().exitOverride();
  addListCommands(program, session);
  await program.parseAsync(words, { from: 'user' });
  return print.mock.calls.at(-1)?.[0];
}

describe('admin list-organizations', () => {
  it('lists all of them, oldest first, with their domains and the limits that were set, by one Query and one request for 33', async () => {
    expect(await run('list-organizations')).toEqual({
      organizations: [
        {
          ...{ organization_id: 'org_A', name: 'First', domains: 2, created_at: iso(-1000) },
          limits: { requests_per_hour: 9000, domains: 7 },
        },
        { organization_id: 'org_B', name: 'Second', domains: 0, created_at: iso(0) },
      ],
    });
    expect(wholeRequests()).toEqual([
      'Query byDue DUE#USE',
      'BatchGetItem ORG#org_A_test ORG, ORG#org_A_test LIMITS, ORG#org_A_test WEBHOOKS, ORG#org_A ORG, ORG#org_A LIMITS, ORG#org_A WEBHOOKS, ORG#org_B ORG, ORG#org_B LIMITS, ORG#org_B WEBHOOKS',
    ]);
  });
});

describe('admin list-domains', () => {
  it('lists those of the organization, newest first, with what is the matter', async () => {
    const { domains, has_more } = Object(await run('list-domains', '--organization', 'org_A'));
    expect(domains.map(({ url }: { url: string }) => url)).toEqual([3, 2, 1].map((number) => `shop-${number}.customer.com`));
    expect(domains[0]).toMatchObject({
      ...{ domain_id: DOMAIN_ID + 3, dns_status: 'validated', ssl_status: 'active', diagnosis: 'ok', server_id: 1 },
    });
    expect(has_more).toBe(false);
    expect(wholeRequests()).toEqual(['GetItem ORG#org_A ORG', 'Query byOrganization ORG#org_A']);
  });

  it('says that there are more than were asked for', async () => {
    const { domains, has_more } = Object(await run('list-domains', '--organization', 'org_A', '--limit', '2'));
    expect([domains.length, has_more]).toEqual([2, true]);
  });
});

describe('admin list-servers', () => {
  it('lists those of the organization with their targets and how many machines they have', async () => {
    const { servers } = Object(await run('list-servers', '--organization', 'org_A'));
    expect(servers).toEqual([
      expect.objectContaining({ server_id: 7, status: 'unclaimed', cname_target: 'ponmlkjihgfedcba.cname.service.net' }),
      expect.objectContaining({ server_id: 1, machines: 0, type: 'agent' }),
    ]);
  });
});

it.each(['list-domains', 'list-servers'])('%s refuses an organization that is not there', async (command) => {
  await expect(run(command, '--organization', 'org_X')).rejects.toThrow('There is no organization org_X.');
});
