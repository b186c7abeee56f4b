import { ACTION_LIMITS } from '../../../contract/api/limits.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { ALB_SERVER } from '../../model/events/server-examples.ts';
import type { Server } from '../../model/servers/server.schema.ts';
import { serverResource } from '../../model/servers/server.ts';
import { ServerResource } from '../../model/servers/server-resource.schema.ts';
import { AppError, actionLimitExceeded, notFound } from '../../shared/errors/app-error.ts';
import type { HttpResponse } from '../../shared/http/route.ts';
import { LostRace } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation, NO_FIELDS } from '../pipeline/operation.ts';
import { findServer } from './find-server.ts';

/** Starts a check of the server's AWS account. The check itself writes its result to the server. */
export const checkServer = defineOperation({
  id: 'checkServer',
  clientMethod: 'servers.check',
  tag: 'Servers',
  reach: 'server',
  summary: 'Check the AWS account of a server',
  description:
    'Of a server of type `alb` or `cloudfront`. The check is under way when this answers: `GET /servers/{id}` shows what it has found, with a later `checked_at`, a few seconds later. The account is also checked after each change of the server, and once a day.',
  body: NO_FIELDS,
  answer: {
    status: 200,
    description: 'The server as it is; the check has begun.',
    schema: ServerResource,
    example: () => ALB_SERVER,
  },
  errors: ['rate_limit_exceeded'],
  conflict: ERROR_MESSAGES.conflict.serverNotChecked,
  prepare:
    (ports: Pick<Rows, 'servers' | 'settings' | 'newId'>) =>
    async ({ request, caller }) => {
      const server = await findServer(ports.servers, request, caller);
      if (server.type === 'agent') throw new AppError('conflict', ERROR_MESSAGES.conflict.serverNotChecked);
      return (call) => requestCheck(server, call, ports);
    },
});

async function requestCheck(
  server: Server,
  { now }: Call,
  { servers, settings, newId }: Pick<Rows, 'servers' | 'settings' | 'newId'>,
): Promise<HttpResponse> {
  try {
    await servers.requestCheck(server, newId('evt'), now, ACTION_LIMITS.check.perSeconds);
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    const found = error.found[0];
    if (found === undefined) throw notFound('server_id', server.id);
    throw actionLimitExceeded('check', 'server', new Date(String(found.checkPossibleAt)), now);
  }
  return { status: 200, json: serverResource(server, settings.baseTarget, now, settings.agent.silentAfterSeconds) };
}
