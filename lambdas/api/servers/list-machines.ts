import * as z from 'zod/mini';
import { MACHINE } from '../../model/events/server-examples.ts';
import { machineResource } from '../../model/servers/server.ts';
import { ListQuery } from '../../shared/http/parameters.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { prepareList } from '../pipeline/resource-route.ts';
import { findAgentServer } from './find-server.ts';
import { MachinePage } from './machine-resource.schema.ts';

export const listMachines = defineOperation({
  id: 'listMachines',
  clientMethod: 'servers.list_machines',
  tag: 'Servers',
  reach: 'server',
  summary: 'List the machines of a server',
  description: 'Every machine whose agent may fetch its certificates.',
  query: ListQuery,
  answer: {
    status: 200,
    description: 'One page of machines.',
    schema: MachinePage,
    example: () => ({ data: [MACHINE], next_cursor: null }),
  },
  prepare: ({ servers, serviceSecret }: Pick<Rows, 'servers' | 'serviceSecret'>) =>
    prepareList(
      {
        id: z.string(),
        serviceSecret,
        read: async (place, request, caller) => servers.machinePage(await findAgentServer(servers, request, caller), place),
      },
      machineResource,
    ),
});
