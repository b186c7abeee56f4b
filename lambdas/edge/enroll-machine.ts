import { ERROR_MESSAGES } from '../../copy/en/error-messages.ts';
import type { Enrollment, EnrollmentStore } from '../model/servers/enrollment.store.ts';
import { MAX_MACHINES, type Machine } from '../model/servers/server.schema.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import type { AuditEntry } from '../shared/audit/audit.schema.ts';
import { AppError } from '../shared/errors/app-error.ts';
import { againAfterLostRace, LostRace } from '../shared/table/lost-race.ts';
import type { Table } from '../shared/table/table.store.ts';
import { invalidCredentials } from './agent-credentials.ts';
import type { EnrollmentAnswer, EnrollmentRequest } from './edge.schema.ts';
import { refuseUnusableKeys } from './machine-keys.ts';

export interface EnrollmentPorts {
  table: Pick<Table, 'transact'>;
  enrollments: Pick<EnrollmentStore, 'find' | 'useWrite'>;
  servers: Pick<ServerStore, 'get' | 'addMachineWrites'>;
  newMachineId: () => string;
  newAuditId: () => string;
}

const TRIES = 3;

/** Spends the token and adds the machine to the token's server, both or neither. */
export async function enrollMachine(request: EnrollmentRequest, ports: EnrollmentPorts, now: Date): Promise<EnrollmentAnswer> {
  refuseUnusableKeys(request);
  const machine: Machine = {
    id: ports.newMachineId(),
    name: request.name,
    signingJwk: request.signing_jwk,
    encryptionJwk: request.encryption_jwk,
    enrolledAt: now.toISOString(),
  };
  try {
    // Lost, another machine took the token or the last place: the next look tells.
    return await againAfterLostRace(TRIES, () => tryToEnroll(request.token, machine, ports, now));
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    throw new AppError('service_unavailable', ERROR_MESSAGES.service_unavailable.enrollments, {
      headers: { 'retry-after': '2' },
      cause: error,
    });
  }
}

async function tryToEnroll(token: string, machine: Machine, ports: EnrollmentPorts, now: Date): Promise<EnrollmentAnswer> {
  const enrollment = await ports.enrollments.find(token, now);
  if (!enrollment) throw invalidCredentials();
  const { organizationId, serverId } = enrollment;
  await refuseUnfitServer(enrollment, ports);
  await ports.table.transact([
    ports.enrollments.useWrite(token, now),
    ...ports.servers.addMachineWrites(organizationId, serverId, machine, enrolledEntry(enrollment, machine, ports.newAuditId())),
  ]);
  return { machine_id: machine.id, organization_id: organizationId, server_id: serverId };
}

function enrolledEntry({ organizationId, serverId }: Enrollment, machine: Machine, id: string): AuditEntry {
  const { id: machineId, name, enrolledAt: at } = machine;
  return {
    id,
    at,
    organizationId,
    action: 'machine.enrolled',
    resource: { type: 'machine', id: machineId },
    actor: { type: 'machine', machineId },
    after: { server_id: serverId, name },
  };
}

/** One that is gone, also where another has taken its number; or that has no room. */
async function refuseUnfitServer({ organizationId, serverId, label }: Enrollment, ports: EnrollmentPorts): Promise<void> {
  const server = await ports.servers.get(organizationId, serverId);
  if (server?.label !== label) throw invalidCredentials();
  const used = Object.keys(server.machines).length;
  if (used < MAX_MACHINES) return;
  const details = { resource: 'machines', limit: MAX_MACHINES, used };
  throw new AppError('quota_exceeded', ERROR_MESSAGES.quota_exceeded.machines(MAX_MACHINES), { details });
}
