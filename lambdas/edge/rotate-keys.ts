import type { Machine, Server } from '../model/servers/server.schema.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import type { AuditEntry } from '../shared/audit/audit.schema.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import { type AgentCaller, invalidCredentials } from './agent-credentials.ts';
import type { KeysAnswer, MachineKeys, PublicJwk } from './edge.schema.ts';
import { refuseUnusableKeys } from './machine-keys.ts';

export interface RotationPorts {
  servers: Pick<ServerStore, 'changeMachineKeys'>;
  newAuditId: () => string;
}

/**
 * Gives the machine that signed the request new keys; the old ones open nothing more from that moment. Asked for again under the
 * new keys, by a machine that did not hear the answer, it changes nothing.
 */
export async function rotateKeys(
  { server, machine }: AgentCaller,
  request: MachineKeys,
  ports: RotationPorts,
  now: Date,
): Promise<KeysAnswer> {
  refuseUnusableKeys(request);
  const answer = { machine_id: machine.id };
  if (isSameKey(machine.signingJwk, request.signing_jwk) && isSameKey(machine.encryptionJwk, request.encryption_jwk))
    return answer;
  const keys = { signingJwk: request.signing_jwk, encryptionJwk: request.encryption_jwk };
  try {
    await ports.servers.changeMachineKeys(server, machine, keys, rotatedEntry(server, machine, ports.newAuditId(), now));
  } catch (error) {
    // Revoked meanwhile, or rotated to other keys: what signed this request is no key of a machine any more.
    throw error instanceof LostRace ? invalidCredentials(error) : error;
  }
  return answer;
}

function isSameKey(held: Machine['signingJwk'], { x, y }: PublicJwk): boolean {
  return held.x === x && held.y === y;
}

function rotatedEntry(server: Server, machine: Machine, id: string, now: Date): AuditEntry {
  return {
    id,
    at: now.toISOString(),
    organizationId: server.organizationId,
    action: 'machine.keys_rotated',
    resource: { type: 'machine', id: machine.id },
    actor: { type: 'machine', machineId: machine.id },
    after: { server_id: server.id, name: machine.name },
  };
}
