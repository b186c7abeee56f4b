import { SERVER } from '../../model/events/server-examples.ts';
import { serverResource } from '../../model/servers/server.ts';
import { ServerResource } from '../../model/servers/server-resource.schema.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareGet } from '../pipeline/resource-route.ts';
import { findServer } from './find-server.ts';

export const getServer = defineOperation({
  id: 'getServer',
  clientMethod: 'servers.get',
  tag: 'Servers',
  reach: 'server',
  summary: 'Get a server',
  description: 'How the server stands, and when one of its machines was last seen.',
  answer: { status: 200, description: 'The server.', schema: ServerResource, example: () => SERVER },
  prepare: ({ servers, settings }: Pick<Rows, 'servers' | 'settings'>) =>
    prepareGet({ find: (request, caller) => findServer(servers, request, caller) }, (server, { now }) =>
      serverResource(server, settings.baseTarget, now, settings.agent.silentAfterSeconds),
    ),
});
