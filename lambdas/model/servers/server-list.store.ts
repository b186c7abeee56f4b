import type { PagePlace } from '../../shared/http/pagination/page-by-id.ts';
import { CERTIFICATE_PREFIX, keys, MANAGED_TENANT_PREFIX, serverPartition } from '../../shared/table/keys.ts';
import { idsBelow } from '../../shared/table/queries.ts';
import type { Item, Table } from '../../shared/table/table.store.ts';
import { Server } from './server.schema.ts';

const isNotRemoved = '#state <> :removed';
const removalIsNotBegun = 'attribute_not_exists(announcedAt)';

/** Reads of an organization's servers, strongly consistent. */
export function serverListStore(table: Table) {
  return {
    /** All numbers in use, highest first. One Query, and one more per megabyte of servers. */
    async ids(organizationId: string): Promise<number[]> {
      const ids: number[] = [];
      let startAt: Item | undefined;
      do {
        const page = await table.query({
          ...idsBelow(keys.server, organizationId),
          ProjectionExpression: 'sk, id',
          ...(startAt && { startAt }),
        });
        ids.push(...page.items.map(({ id }) => Number(id)));
        startAt = page.next;
      } while (startAt);
      return ids;
    },

    /** One Query: servers that name many silent machines may fill its megabyte before the page is full. */
    async page(organizationId: string, { before, limit }: PagePlace<number>): Promise<{ items: Server[]; hasMore: boolean }> {
      const { items, next } = await table.query({ ...idsBelow(keys.server, organizationId, before), Limit: limit + 1 });
      return { items: items.map((item) => Server.parse(item)), hasMore: next !== undefined };
    },

    /** True when a certificate exists that its agents must serve; removed ones do not count. */
    hasCertificates: (organizationId: string, serverId: number): Promise<boolean> =>
      hasAny(serverPartition(organizationId, serverId), CERTIFICATE_PREFIX, isNotRemoved),

    /** True when CloudFront has tenants there that are wanted, or whose removal has not begun. */
    hasTenants: (organizationId: string, serverId: number): Promise<boolean> =>
      hasAny(serverPartition(organizationId, serverId), MANAGED_TENANT_PREFIX, `(${isNotRemoved} OR ${removalIsNotBegun})`),
  };

  async function hasAny(partition: string, prefix: string, filter: string): Promise<boolean> {
    let startAt: Item | undefined;
    do {
      const page = await table.query({
        KeyConditionExpression: 'pk = :server AND begins_with(sk, :prefix)',
        FilterExpression: filter,
        ExpressionAttributeNames: { '#state': 'state' },
        ProjectionExpression: 'sk',
        values: { ':server': partition, ':prefix': prefix, ':removed': 'removed' },
        ConsistentRead: true,
        ...(startAt && { startAt }),
      });
      if (page.items.length > 0) return true;
      startAt = page.next;
    } while (startAt);
    return false;
  }
}
export type ServerListStore = ReturnType<typeof serverListStore>;
