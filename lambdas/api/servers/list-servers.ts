import { Id } from '../../../contract/api/wire.schema.ts';
import { type AllowedServers, allowsServer } from '../../model/accounts/api-key.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { SERVER } from '../../model/events/server-examples.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import { serverResource } from '../../model/servers/server.ts';
import type { ServerListStore } from '../../model/servers/server-list.store.ts';
import { ServerPage } from '../../model/servers/server-resource.schema.ts';
import type { PagePlace } from '../../shared/http/pagination/page-by-id.ts';
import { MAX_READ_AT_ONCE } from '../../shared/http/pagination/page-limits.ts';
import { ListQuery } from '../../shared/http/parameters.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareList } from '../pipeline/resource-route.ts';

export const listServers = defineOperation({
  id: 'listServers',
  clientMethod: 'servers.list',
  tag: 'Servers',
  reach: 'listed',
  summary: 'List servers',
  description: 'The highest id first.',
  query: ListQuery,
  answer: {
    status: 200,
    description: 'One page of servers.',
    schema: ServerPage,
    example: () => ({ data: [SERVER], next_cursor: null }),
  },
  prepare: ({ serverLists, settings, serviceSecret }: Pick<Rows, 'serverLists' | 'settings' | 'serviceSecret'>) =>
    prepareList(
      {
        id: Id,
        serviceSecret,
        read: (place, _request, caller) => readPage(place, caller, serverLists),
      },
      (server, { now }) => serverResource(server, settings.baseTarget, now, settings.agent.silentAfterSeconds),
    ),
});

/** A key restricted to servers sees only those. They are filtered from all servers, usually at most a hundred. */
async function readPage(place: PagePlace<number>, caller: Caller & AllowedServers, serverLists: ServerListStore) {
  const { organizationId, allowedServers } = caller;
  if (allowedServers === undefined) return serverLists.page(organizationId, place);
  const items: Server[] = [];
  let { before } = place;
  for (;;) {
    const page = await serverLists.page(organizationId, { limit: MAX_READ_AT_ONCE, ...(before !== undefined && { before }) });
    items.push(...page.items.filter(({ id }) => allowsServer(caller, id)));
    before = page.items.at(-1)?.id;
    if (!page.hasMore || before === undefined || items.length > place.limit) return { items, hasMore: false };
  }
}
