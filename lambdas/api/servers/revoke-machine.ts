import type { Caller } from '../../model/accounts/caller.ts';
import { ACTIVE_ROW } from '../../model/events/domain-examples.ts';
import { MACHINE } from '../../model/events/server-examples.ts';
import type { ReleasedKeyStore } from '../../model/servers/private-keys/released-key.store.ts';
import type { RekeyingStore } from '../../model/servers/rekeying.store.ts';
import type { AgentServer, Machine } from '../../model/servers/server.schema.ts';
import { withoutMachine } from '../../model/servers/server.ts';
import { serverEvent } from '../../model/servers/server-event.ts';
import { auditEntry } from '../../shared/audit/audit.schema.ts';
import { pathId } from '../../shared/http/parameters.ts';
import type { HttpRequest, HttpResponse } from '../../shared/http/route.ts';
import { decideAndWrite } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import type { Call } from '../pipeline/call.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { findAgentServer, noSuchMachine } from './find-server.ts';
import { RevokedMachine } from './machine-resource.schema.ts';
import { RevokeMachineQuery } from './server-requests.schema.ts';

type RevocationPorts = Pick<Rows, 'servers' | 'releasedKeys' | 'rekeyings' | 'settings' | 'newId'>;

/** `machine`: absent if it was revoked before. */
interface Found {
  server: AgentServer;
  machineId: string;
  machine?: Machine;
}

/**
 * Revokes a machine: the next request that it signs is refused. `rekey` gives new keys to the domains whose keys it has, even if
 * it was revoked before.
 */
export const revokeMachine = defineOperation({
  id: 'revokeMachine',
  clientMethod: 'servers.revoke_machine',
  tag: 'Servers',
  reach: 'server',
  audit: { action: 'machine.revoked', facts: ['before'] },
  summary: 'Revoke a machine',
  description:
    'Its agent gets nothing more from this moment. What it has already stays on the machine: `keys` says which domains that concerns. With `rekey=true` each of them whose present certificate has such a key gets a certificate with a new key, at the pace of the order budget, and the old one is revoked for `keyCompromise`. To ask again changes nothing more; `rekey=true` is also possible for a machine that was revoked before.',
  query: RevokeMachineQuery,
  answer: {
    status: 200,
    description: 'It is revoked.',
    schema: RevokedMachine,
    example: () => ({
      id: MACHINE.id,
      deleted: true,
      keys: { count: 1, domains: [{ domain_id: ACTIVE_ROW.id, hostname: ACTIVE_ROW.url }], has_more: false },
      rekey: false,
    }),
  },
  prepare:
    (ports: RevocationPorts & Pick<Rows, 'pause'>) =>
    async ({ request, caller, query }) => {
      const isRekeyed = query.rekey === 'true';
      const read = () => findMachine(request, caller, isRekeyed, ports);
      const found = await read();
      return (call) => decideAndWrite(found, read, (latest) => revoke(latest, isRekeyed, call, ports), ports.pause);
    },
});

async function findMachine(
  request: HttpRequest,
  caller: Caller,
  isRekeyed: boolean,
  { servers, releasedKeys }: RevocationPorts,
): Promise<Found> {
  const machineId = request.params.machine_id ?? '';
  const found = await servers.getMachine(caller.organizationId, pathId(request.params.id, 'server_id'), machineId);
  if (found) return { ...found, machineId };
  const server = await findAgentServer(servers, request, caller);
  const at = { organizationId: server.organizationId, serverId: server.id, machineId };
  if (isRekeyed && (await releasedKeys.page(at, { limit: 1 }, request.now)).items.length > 0) return { server, machineId };
  throw noSuchMachine(server);
}

async function revoke(found: Found, isRekeyed: boolean, call: Call, ports: RevocationPorts): Promise<HttpResponse> {
  const { server, machineId } = found;
  const at = { organizationId: server.organizationId, serverId: server.id, machineId };
  const now = call.now.toISOString();
  const rekeying = { ...at, by: call.actor, requestedAt: now, isUnfinished: false, stepDueAt: now };
  if (found.machine) await takeOut(server, found.machine, isRekeyed ? [ports.rekeyings.beginWrite(rekeying)] : [], call, ports);
  else {
    const resource = { type: 'machine' as const, id: machineId };
    const change = { action: 'machine.rekey_requested', resource, after: { server_id: server.id } };
    await ports.rekeyings.begin(rekeying, auditEntry(call, ports.newId('aud'), change));
  }
  // Read last: a revoked machine gets no more keys.
  const keys = await keysOf(at, call.now, ports);
  return { status: 200, json: { id: machineId, deleted: true, keys, rekey: isRekeyed } };
}

async function takeOut(
  server: AgentServer,
  machine: Machine,
  alongside: ReturnType<RekeyingStore['beginWrite']>[],
  call: Call,
  { servers, settings, newId }: RevocationPorts,
): Promise<void> {
  const { id, name } = machine;
  const audit = auditEntry(call, newId('aud'), {
    action: 'machine.revoked',
    resource: { type: 'machine', id },
    before: { name, server_id: server.id },
    ...(alongside.length > 0 && { after: { rekey: true } }),
  });
  const facts = { randomId: newId('evt'), baseTarget: settings.baseTarget, now: call.now };
  const event = serverEvent('machine.revoked', { server: withoutMachine(server, machine), machine }, facts);
  await servers.revokeMachine(server, machine, { audit, event }, alongside);
}

/** The answer lists the newest hundred; the list of the machine's keys has all. */
const MAX_NAMED = 100;
/** Key releases read for an answer: some megabytes, a second or two. */
const MAX_READ = 10_000;

/** The domains whose private keys a machine received, each once, newest release first. */
async function keysOf(at: Parameters<ReleasedKeyStore['page']>[0], now: Date, { releasedKeys }: RevocationPorts) {
  const hostnames = new Map<number, string>();
  let read = 0;
  for await (const { domainId, hostname } of releasedKeys.releases(at, now)) {
    if (!hostnames.has(domainId)) hostnames.set(domainId, hostname);
    read += 1;
    if (read === MAX_READ) break;
  }
  const domains = [...hostnames].map(([domain_id, hostname]) => ({ domain_id, hostname }));
  return {
    count: domains.length,
    domains: domains.slice(0, MAX_NAMED),
    has_more: domains.length > MAX_NAMED || read === MAX_READ,
  };
}
