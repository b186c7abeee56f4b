import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { orQuotaExceeded } from '../../model/accounts/organization-limits.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { serverCreated, serverResource, unclaimedServer } from '../../model/servers/server.ts';
import type { ServerListStore } from '../../model/servers/server-list.store.ts';
import { type AppError, quotaExceeded, validationError } from '../../shared/errors/app-error.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite, LostRace } from '../../shared/table/lost-race.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute, Call } from '../pipeline/api-route.ts';
import { refuseWhereAdministratorsEnroll } from './enrollment-tokens.ts';
import { machineRolesOf, refuseWrongConfig, saysWhoServes, withTypeConfig } from './server-config.ts';
import { type CreateServerRequest, createServerRequest } from './server-requests.schema.ts';

/** A number that was counted may be somebody else's by now, and the next one too: the one after that is as good. */
const TRIES = 10;

export interface CreateServerPorts {
  servers: ServerStore;
  lists: ServerListStore;
  settings: Settings;
  newLabel: () => string;
  newId: (prefix: 'aud' | 'evt') => string;
  /** The role of this deployment that works in integrators' accounts. */
  serviceRoleArn: string;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

export function createServer(ports: CreateServerPorts): ApiRoute {
  const schema = createServerRequest(ports.settings);
  return {
    operation: 'createServer',
    needsFreshSignIn: saysWhoServes,
    async prepare(request, { organizationId }) {
      const body = readJsonBody(request, schema);
      refuseQuery(request);
      refuseWrongConfig(body.type, body, ports.serviceRoleArn);
      if (machineRolesOf(body.config ?? {})) refuseWhereAdministratorsEnroll(ports.settings);
      const readIds = () => ports.lists.ids(organizationId);
      const ids = await readIds();
      return (call) => decideAndWrite(ids, readIds, (inUse) => create(body, inUse, call, ports), ports.pause, TRIES);
    },
  };
}

async function create(body: CreateServerRequest, inUse: number[], call: Call, ports: CreateServerPorts): Promise<HttpResponse> {
  const server = newServer(body, inUse, call, ports.newLabel());
  const response = {
    status: 201,
    json: serverResource(server, ports.settings.baseTarget, call.now, ports.settings.agent.silentAfterSeconds),
  };
  try {
    const audit = serverCreated(call, ports.newId('aud'), server);
    const room = { counted: inUse.length, limit: call.limits.servers };
    const waking = ports.servers.accountCheckWrites(server, ports.newId('evt'), call.now);
    await ports.servers.create(server, audit, room, [...waking, ...(await call.keepAnswer(response))]);
  } catch (error) {
    const isTaken = error instanceof LostRace && error.found[0] !== undefined;
    if (isTaken && body.id !== undefined) throw idIsTaken();
    throw orQuotaExceeded(error, server.organizationId, 'servers', call.limits.servers);
  }
  return response;
}

/** Throws what forbids it: an id that is taken, a quota that is used up. */
function newServer(body: CreateServerRequest, inUse: number[], call: Call, label: string): Server {
  const { id, name, address } = body;
  if (id !== undefined && inUse.includes(id)) throw idIsTaken();
  const limit = call.limits.servers;
  if (inUse.length >= limit) throw quotaExceeded('servers', limit, inUse.length);
  const server = unclaimedServer(call.caller.organizationId, id ?? nextId(inUse), label, call.now, name);
  return { ...withTypeConfig(server, body.type, body.config, call.now), ...(address && { address }) };
}

function idIsTaken(): AppError {
  return validationError({ id: [FIELD_PROBLEMS.serverIdTaken] });
}

/** Ids above it are taken only by whoever sends them: a slip of the hand there does not end the counting. */
export const HIGHEST_COUNTED_ID = 1_000_000;

/**
 * One more than the highest counted id, from 1 on; once the highest is in use, the lowest that is free. Highest first in `inUse`.
 */
export function nextId(inUse: readonly number[]): number {
  const next = (inUse.find((id) => id <= HIGHEST_COUNTED_ID) ?? 0) + 1;
  if (next <= HIGHEST_COUNTED_ID) return next;
  const taken = new Set(inUse);
  let free = 1;
  while (taken.has(free)) free += 1;
  return free;
}
