import { Command } from 'commander';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Session } from '../../../bin/admin/connect.ts';
import { addServerCommands } from '../../../bin/admin/server-commands.ts';
import { accountStore } from '../../../lambdas/model/accounts/account.store.ts';
import { awsAccess, type RoleOf } from '../../../lambdas/model/aws-servers/role-policy.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { NOW } from '../../lambdas/a-domain.ts';
import {
  itemsUnder,
  meanwhile,
  SERVICE_ROLE_ARN,
  serverItem,
  table,
  tableHolds,
  wholeRequests,
} from '../../lambdas/api/api-caller.ts';
import { ALB_CONFIG, aServer, CLOUDFRONT_CONFIG, withMachines } from '../../lambdas/api/servers/servers-api.ts';

const organization = { ...keys.organization('org_A'), id: 'org_A', name: 'Shops', createdAt: NOW.toISOString() };
const print = vi.fn<Session['print']>();
const pause = vi.fn(async () => {});
const connected = {
  ...{ table, baseTarget: 'cname.service.net', accounts: accountStore(table), pause },
  awsServersRoleArn: SERVICE_ROLE_ARN,
};
const session = { connect: async () => connected, print } as unknown as Session;

let items: ReturnType<typeof tableHolds>;
beforeEach(() => {
  items = tableHolds(organization, serverItem(1));
  vi.clearAllMocks();
});

async function run(...words: string[]): Promise<void> {
  const program = new Command();
  addServerCommands(program, session);
  await program.parseAsync(words, { from: 'user' });
}

const createServer = (...options: string[]) =>
  run('create-server', '--organization', 'org_A', '--name', 'Web', '--type', 'agent', ...options);

/** Another request creates the server just before the command. */
function taken(id: number): void {
  meanwhile(() => {
    const item = serverItem(id);
    items.set(`${item.pk}|${item.sk}`, item);
  });
}

const created = () => itemsUnder(items, 'AUDIT#').map(({ resource }) => resource);

const ARNS = [
  ...['--role-arn', ALB_CONFIG.role_arn, '--listener-arn', ALB_CONFIG.listener_arn],
  ...['--http-listener-arn', ALB_CONFIG.http_listener_arn],
];

describe('admin create-server --type alb', () => {
  const createBalancer = (...options: string[]) =>
    run('create-server', '--organization', 'org_A', '--name', 'Balancer', '--type', 'alb', ...options);

  it('creates what the API would, and has the AWS account looked into', async () => {
    await createBalancer(...ARNS);
    expect(itemsUnder(items, 'ORG#').find(({ type }) => type === 'alb')).toMatchObject({
      id: 2,
      roleArn: ALB_CONFIG.role_arn,
      listenerArn: ALB_CONFIG.listener_arn,
      region: 'eu-west-1',
    });
    expect(itemsUnder(items, 'OUTBOX#')).toMatchObject([{ kind: 'aws-server', serverId: 2 }]);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ after: { role_arn: ALB_CONFIG.role_arn } }]);
  });

  it('is refused without its ARNs, and with those of another type, in the words of the API', async () => {
    const required = { details: { errors: { 'config.role_arn': [expect.stringContaining('required')] } } };
    await expect(createBalancer()).rejects.toMatchObject(required);
    const foreign = { details: { errors: { 'config.role_arn': [expect.stringContaining('only for')] } } };
    await expect(createServer('--role-arn', ALB_CONFIG.role_arn)).rejects.toMatchObject(foreign);
    expect(created()).toEqual([]);
  });
});

describe('admin create-server --type cloudfront', () => {
  it('creates what the API would', async () => {
    const { role_arn, distribution_id, connection_group_id } = CLOUDFRONT_CONFIG;
    const names = ['--role-arn', role_arn, '--distribution-id', distribution_id, '--connection-group-id', connection_group_id];
    await run('create-server', '--organization', 'org_A', '--name', 'Edge', '--type', 'cloudfront', ...names, '--managed');
    expect(itemsUnder(items, 'ORG#').find(({ type }) => type === 'cloudfront')).toMatchObject({
      ...{ id: 2, roleArn: role_arn, distributionId: distribution_id, connectionGroupId: connection_group_id, managed: true },
    });
    expect(itemsUnder(items, 'OUTBOX#')).toMatchObject([{ kind: 'aws-server', serverId: 2 }]);
  });
});

describe('admin aws-access', () => {
  it('has each policy in a line to be copied, as the API answers it', async () => {
    await run('aws-access', '--organization', 'org_A', '--listener-arn', ALB_CONFIG.listener_arn);
    const role: RoleOf = {
      type: 'alb',
      organizationId: 'org_A',
      serviceRoleArn: SERVICE_ROLE_ARN,
      listenerArn: ALB_CONFIG.listener_arn,
    };
    const { trust_policy, permissions_policy, ...access } = awsAccess(role);
    const policies = { trust_policy: JSON.stringify(trust_policy), permissions_policy: JSON.stringify(permissions_policy) };
    expect(print).toHaveBeenCalledExactlyOnceWith({ ...access, ...policies });
  });

  it('says what is wrong: no such organization, no ARN', async () => {
    await expect(run('aws-access', '--organization', 'org_none')).rejects.toThrow('There is no organization org_none.');
    await expect(run('aws-access', '--organization', 'org_A', '--listener-arn', 'x')).rejects.toThrow(
      /x is no ARN of a listener/,
    );
  });
});

describe('admin create-server', () => {
  it('a server without a number gets the next one, with its audit record', async () => {
    await createServer();
    expect(print).toHaveBeenCalledExactlyOnceWith({
      server_id: 2,
      cname_target: expect.stringMatching(/^[a-z2-7]{16}\.cname\.service\.net$/),
    });
    expect(created()).toEqual([{ type: 'server', id: '2' }]);
    expect(pause).not.toHaveBeenCalled();
  });

  it('a server whose counted number somebody else took just then gets the one after it, as often as that happens', async () => {
    taken(2);
    taken(3);
    await createServer();
    expect(print).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ server_id: 4 }));
    expect(created()).toEqual([{ type: 'server', id: '4' }]);
    expect(pause).toHaveBeenCalledTimes(2);
  });

  it('a server whose given number somebody else took just then is refused, and gets no other', async () => {
    taken(7);
    await expect(createServer('--id', '7')).rejects.toThrow('Server 7 of org_A exists already; nothing was changed.');
    expect(print).not.toHaveBeenCalled();
    expect(created()).toEqual([]);
  });
});

describe('admin revoke-machine', () => {
  it('writes an event and an audit record in the transaction that takes it out', async () => {
    items = tableHolds(organization, ...withMachines(aServer(1), { id: 'mch_1' }, { id: 'mch_2' }));
    await run('revoke-machine', '--organization', 'org_A', '--server', '1', '--machine', 'mch_1');
    expect(wholeRequests()).toEqual([
      'GetItem ORG#org_A SERVER#0000000000000001',
      'BatchGetItem ORG#org_A SERVER#0000000000000001, SERVER#org_A#1 MACHINE#mch_1',
      expect.stringContaining('TransactWriteItems Delete SERVER#org_A#1 MACHINE#mch_1, Update ORG#org_A SERVER#0000000000000001'),
    ]);
    expect(itemsUnder(items, 'AUDIT#')).toMatchObject([{ action: 'machine.revoked', actor: { type: 'administrator' } }]);
    const [event] = itemsUnder(items, 'OUTBOX#');
    expect(JSON.parse(String(event?.body))).toMatchObject({ event: 'machine.revoked', data: { machine: { id: 'mch_1' } } });
  });
});
