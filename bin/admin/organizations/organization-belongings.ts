import type { Organization } from '../../../lambdas/model/accounts/account.schema.ts';
import type { AccountStore } from '../../../lambdas/model/accounts/account.store.ts';
import type { DomainListStore } from '../../../lambdas/model/domains/domain-list.store.ts';
import type { Server } from '../../../lambdas/model/servers/server.schema.ts';
import { machineCountOf } from '../../../lambdas/model/servers/server.ts';
import type { ServerListStore } from '../../../lambdas/model/servers/server-list.store.ts';
import type { Webhook } from '../../../lambdas/model/webhooks/webhook.schema.ts';
import type { WebhookStore } from '../../../lambdas/model/webhooks/webhook.store.ts';
import { domainsOf, serversOf } from './list-commands.ts';

interface BelongingsPorts {
  accounts: Pick<AccountStore, 'keysOf'>;
  webhooks: Pick<WebhookStore, 'page'>;
  lists: Pick<DomainListStore, 'page'>;
  serverLists: Pick<ServerListStore, 'page'>;
}

export interface Belongings {
  keys: number;
  webhooks: number;
  domains: number;
  servers: number;
  machines: number;
}

export function sumBelongings(each: readonly Belongings[]): Belongings {
  const sum: Belongings = { keys: 0, webhooks: 0, domains: 0, servers: 0, machines: 0 };
  for (const name of Object.keys(sum) as (keyof Belongings)[]) sum[name] = each.reduce((so, one) => so + one[name], 0);
  return sum;
}

const PAGE = 100;

/** What a deletion would remove. Writes nothing. */
export async function belongingsOf({ id }: Organization, ports: BelongingsPorts): Promise<Belongings> {
  const servers = await collectAll(serversOf(ports.serverLists, id));
  return {
    keys: (await activeKeys(id, ports)).length,
    webhooks: (await collectAll(webhooksOf(id, ports))).length,
    domains: (await collectAll(domainsOf(ports.lists, id))).length,
    servers: servers.length,
    machines: countMachines(servers),
  };
}

export async function activeKeys(organizationId: string, { accounts }: Pick<BelongingsPorts, 'accounts'>) {
  return (await accounts.keysOf(organizationId)).filter(({ revokedAt }) => revokedAt === undefined);
}

export async function* webhooksOf(
  organizationId: string,
  { webhooks }: Pick<BelongingsPorts, 'webhooks'>,
): AsyncGenerator<Webhook> {
  let before: number | undefined;
  for (;;) {
    const { items, hasMore } = await webhooks.page(organizationId, { limit: PAGE, ...(before !== undefined && { before }) });
    yield* items;
    if (!hasMore) return;
    before = items.at(-1)?.id;
  }
}

export function countMachines(servers: readonly Server[]): number {
  return servers.reduce((sum, server) => sum + machineCountOf(server), 0);
}

export async function collectAll<T>(found: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const one of found) list.push(one);
  return list;
}
