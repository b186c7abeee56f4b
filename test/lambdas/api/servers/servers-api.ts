import { createServer } from '../../../../lambdas/api/servers/create-server.ts';
import {
  createEnrollment,
  listEnrollmentTokens,
  revokeEnrollmentToken,
} from '../../../../lambdas/api/servers/enrollment-tokens.ts';
import { deleteServer, getServer, listServers } from '../../../../lambdas/api/servers/list-get-delete-servers.ts';
import { listMachineKeys } from '../../../../lambdas/api/servers/list-machine-keys.ts';
import { listMachines } from '../../../../lambdas/api/servers/machines.ts';
import { revokeMachine } from '../../../../lambdas/api/servers/revoke-machine.ts';
import { updateServer } from '../../../../lambdas/api/servers/update-server.ts';
import { domainListStore } from '../../../../lambdas/model/domains/domain-list.store.ts';
import { enrollmentStore } from '../../../../lambdas/model/servers/enrollment.store.ts';
import { rekeyingStore } from '../../../../lambdas/model/servers/rekeying.store.ts';
import { releasedKeyStore } from '../../../../lambdas/model/servers/released-key.store.ts';
import type { AgentServer, Machine } from '../../../../lambdas/model/servers/server.schema.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import { serverListStore } from '../../../../lambdas/model/servers/server-list.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { machine } from '../../edge/an-agent.ts';
import { settings } from '../../settings.ts';
import { apiCaller, newId, server, serviceSecret, table } from '../api-caller.ts';

const labels = { drawn: 0 };
const ports = {
  servers: serverStore(table),
  lists: serverListStore(table),
  releases: releasedKeyStore(table),
  rekeyings: rekeyingStore(table),
  domains: domainListStore(table),
  enrollments: enrollmentStore(table),
  settings,
  serviceSecret,
  newLabel: () => `newlabel${labels.drawn++}`,
  base62: (length: number) => 'T'.repeat(length),
  newId,
  pause: async () => {},
};

/** Calls the operations on servers. */
export const call = apiCaller([
  createServer(ports),
  listServers(ports),
  getServer(ports),
  updateServer(ports),
  deleteServer(ports),
  createEnrollment(ports),
  listMachines(ports),
  revokeMachine(ports),
  listMachineKeys(ports),
  listEnrollmentTokens(ports),
  revokeEnrollmentToken(ports),
]);

const strict = { ...settings, enrollments: 'administrators' as const };
/** The same where administrators alone make enrolments. */
export const callOfStrictStage = apiCaller([
  createEnrollment({ ...ports, settings: strict }),
  createServer({ ...ports, settings: strict }),
  updateServer({ ...ports, settings: strict }),
]);

/** A server as the table holds it. */
export function aServer(id = 1, changes: Partial<AgentServer> = {}): Record<string, unknown> {
  const one = { ...server(id), ...changes };
  return { ...keys.server(one.organizationId, id), ...one };
}

export const withMachines = (...changes: Partial<Machine>[]): Partial<AgentServer> => ({
  machines: Object.fromEntries(changes.map((change) => [change.id ?? 'mch_1', { ...machine, ...change }])),
});
