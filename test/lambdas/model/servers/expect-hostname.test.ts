import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { expectHostname } from '../../../../lambdas/model/servers/agent-installer.ts';
import { certificateStore } from '../../../../lambdas/model/servers/certificate.store.ts';
import { expectedHostnameStore } from '../../../../lambdas/model/servers/change-list.store.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import { HOUR, iso, later, NOW } from '../../a-domain.ts';
import { server } from '../../agent-api/an-agent.ts';
import { holdItems, requestsTo } from '../../held-items.ts';

const dynamo = mockClient(DynamoDBDocumentClient);
const table = openTable(new DynamoDBClient({}), 'table');
const ports = { expected: expectedHostnameStore(table), servers: serverStore(table) };
const of = { organizationId: 'org_A', serverId: 1, hostname: 'shop.customer.com' };
const row = { ...keys.server('org_A', 1), ...server };

async function told() {
  const page = await certificateStore(table).changes('org_A', 1, iso(-HOUR));
  return page.expected.map(({ hostname, changedAt }) => ({ hostname, changedAt }));
}

describe('a hostname that a server is to expect', () => {
  it('is listed for its agents, who look at once, by one read and three writes', async () => {
    const { items } = holdItems(dynamo, [row]);
    await expectHostname(of, ports, NOW);
    expect(requestsTo(dynamo)).toEqual(['GetItem', 'PutItem', 'UpdateItem', 'PutItem']);
    expect(items.get(`${row.pk}|${row.sk}`)).toMatchObject({ revision: server.revision + 1 });
    expect(await told()).toEqual([{ hostname: of.hostname, changedAt: iso(0) }]);
  });

  it('is told once an hour: a repeat costs one read', async () => {
    holdItems(dynamo, [row]);
    await expectHostname(of, ports, NOW);
    dynamo.resetHistory();
    await expectHostname(of, ports, later(HOUR - 1));
    expect(requestsTo(dynamo)).toEqual(['GetItem']);
    await expectHostname(of, ports, later(HOUR));
    expect(await told()).toEqual([{ hostname: of.hostname, changedAt: iso(HOUR) }]);
  });

  it('is told again where the step was killed before it was noted', async () => {
    holdItems(dynamo, [row]);
    const { toldAt, list } = ports.expected;
    const killed = { toldAt, list, markTold: async () => Promise.reject(new Error('killed')) };
    await expect(expectHostname(of, { ...ports, expected: killed }, NOW)).rejects.toThrow('killed');
    await expectHostname(of, ports, later(HOUR));
    expect(await told()).toContainEqual({ hostname: of.hostname, changedAt: iso(HOUR) });
  });

  it('of a server that is gone is no trouble', async () => {
    holdItems(dynamo, []);
    await expect(expectHostname(of, ports, NOW)).resolves.toBeUndefined();
  });
});
