import { EDGE_PATHS } from '../../contract/paths.ts';
import { ERROR_MESSAGES } from '../../copy/en/error-messages.ts';
import { handshakeResultOf } from '../model/servers/certificate.schema.ts';
import type { Machine } from '../model/servers/server.schema.ts';
import { AppError } from '../shared/errors/app-error.ts';
import { readJsonBody } from '../shared/http/json-body.ts';
import type { Route } from '../shared/http/route.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import type { AgentPorts } from '../wiring/agents.wiring.ts';
import {
  type AgentCaller,
  authenticateAgent,
  authenticatePoll,
  invalidCredentials,
  writeOncePerSignature,
} from './agent-credentials.ts';
import { type Handshake, PollQuery, type ReportAnswer, ReportRequest, type ServingReport } from './edge.schema.ts';
import { listChanges, revisionAt } from './list-changes.ts';

/**
 * Stores the results of a machine's handshakes with itself, once per signature, so that a replayed report does not replace a
 * newer one. Hostnames of other servers are ignored, like unknown ones.
 */
export async function recordReport(
  caller: AgentCaller,
  { handshakes = [], serving }: ReportRequest,
  ports: Pick<AgentPorts, 'certificates' | 'servers' | 'restoreEpoch' | 'table' | 'pause'>,
  now: Date,
): Promise<ReportAnswer> {
  const { server, machine } = caller;
  const revision = serving && revisionAt(serving.place, ports.restoreEpoch);
  const writes =
    serving && revision !== undefined ? [ports.servers.servingWrite(server, machine, servingOf(serving, revision))] : [];
  await writeOncePerSignature(caller, writes, ports).catch((error: unknown) => {
    throw error instanceof LostRace ? invalidCredentials(error) : error;
  });
  const recorded = await Promise.all(
    handshakes.map((handshake) => {
      const certificate = { organizationId: server.organizationId, serverId: server.id, hostname: handshake.hostname };
      return ports.certificates.recordHandshake(certificate, machine.id, handshakeText(handshake), now);
    }),
  );
  return { accepted: recorded.filter(Boolean).length };
}

function servingOf({ missing, missing_count }: ServingReport, revision: number): NonNullable<Machine['serving']> {
  const shown = missing.map((handshake) => [handshake.hostname, handshakeText(handshake)]);
  return { revision, missing: Object.fromEntries(shown), missingCount: missing_count };
}

function handshakeText({ fingerprint_sha256, error }: Handshake): string {
  return fingerprint_sha256 === undefined ? `error:${error}` : handshakeResultOf(fingerprint_sha256);
}

/** Routes for agents of enrolled machines. Every request is signed. */
export function agentRoutes(ports: AgentPorts): Route[] {
  return [
    {
      method: 'GET',
      path: EDGE_PATHS.certificates,
      handle: async (request) => {
        const caller = await authenticatePoll(request, ports.servers);
        return { status: 200, json: await listChanges(caller, pollOf(request.query), ports, request.now) };
      },
    },
    {
      method: 'POST',
      path: EDGE_PATHS.reports,
      handle: async (request) => {
        const caller = await authenticateAgent(request, ports.servers);
        const report = readJsonBody(request, ReportRequest);
        return { status: 200, json: await recordReport(caller, report, ports, request.now) };
      },
    },
  ];
}

/** Ignores fields that only later agents send. */
function pollOf(query: string): PollQuery {
  const poll = PollQuery.safeParse(Object.fromEntries(new URLSearchParams(query)));
  if (!poll.success) throw new AppError('invalid_request', ERROR_MESSAGES.invalid_request.agentCursor);
  return poll.data;
}
