import { FIELD_PROBLEMS } from '../../../copy/en/error-messages.ts';
import { toQuotaExceeded } from '../../model/accounts/organization-limits.ts';
import { SERVER } from '../../model/events/server-examples.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import { serverCreatedAudit, serverResource, unclaimedServer } from '../../model/servers/server.ts';
import { ServerResource } from '../../model/servers/server-resource.schema.ts';
import { type AppError, quotaExceeded, validationError } from '../../shared/errors/app-error.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite, LostRace } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { HIGHEST_COUNTED_ID, nextId } from './next-id.ts';
import { requireSelfEnrollment } from './require-self-enrollment.ts';
import { changesServingTarget, machineRolesOf, refuseInvalidConfig, withTypeConfig } from './server-config.ts';
import { ANY_RULES, type CreateServerRequest, createServerRequest } from './server-requests.schema.ts';

/** A concurrent request may take the next number, and the one after it. Every further number is equally good. */
const TRIES = 10;

type CreationPorts = Pick<Rows, 'servers' | 'settings' | 'newLabel' | 'newId'>;

export const createServer = defineOperation({
  id: 'createServer',
  clientMethod: 'servers.create',
  tag: 'Servers',
  reach: 'organization',
  audit: { action: 'server.created', facts: ['after'] },
  summary: 'Create a server',
  description: `Without an \`id\` it gets the next one, counted from 1; ids above ${HIGHEST_COUNTED_ID.toLocaleString('en')} are not counted on from. Its \`cname_target\` is where its domains have to point. One of type \`cloudfront\` takes no \`address\`: the check of its account finds it.`,
  needsFreshSignIn: changesServingTarget,
  body: {
    schema: (settings) => {
      const schema = createServerRequest(settings);
      return () => schema;
    },
    documented: createServerRequest(ANY_RULES),
    example: () => ({ name: SERVER.name, address: SERVER.address }),
  },
  answer: {
    status: 201,
    description: 'The new server.',
    schema: ServerResource,
    example: () => ({ ...SERVER, status: 'unclaimed', last_seen_at: undefined }),
  },
  errors: ['quota_exceeded'],
  prepare:
    (ports: CreationPorts & Pick<Rows, 'serverLists' | 'serviceRoleArn' | 'pause'>) =>
    async ({ caller: { organizationId }, body }) => {
      refuseInvalidConfig(body.type, body, ports.serviceRoleArn);
      if (machineRolesOf(body.config ?? {})) requireSelfEnrollment(ports.settings);
      const readIds = () => ports.serverLists.ids(organizationId);
      const ids = await readIds();
      return (call) => decideAndWrite(ids, readIds, (inUse) => create(body, inUse, call, ports), ports.pause, TRIES);
    },
});

async function create(body: CreateServerRequest, inUse: number[], call: Call, ports: CreationPorts): Promise<HttpResponse> {
  const server = newServer(body, inUse, call, ports.newLabel());
  const response = {
    status: 201,
    json: serverResource(server, ports.settings.baseTarget, call.now, ports.settings.agent.silentAfterSeconds),
  };
  try {
    const audit = serverCreatedAudit(call, ports.newId('aud'), server);
    const room = { counted: inUse.length, limit: call.limits.servers };
    const waking = ports.servers.accountCheckWrites(server, ports.newId('evt'), call.now);
    await ports.servers.create(server, audit, room, [...waking, ...(await call.answerWrites(response))]);
  } catch (error) {
    const isTaken = error instanceof LostRace && error.found[0] !== undefined;
    if (isTaken && body.id !== undefined) throw idIsTaken();
    throw toQuotaExceeded(error, server.organizationId, 'servers', call.limits.servers);
  }
  return response;
}

/** Throws for an id that is in use and for a used-up quota. */
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
