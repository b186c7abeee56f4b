import { createPublicKey } from 'node:crypto';
import type { Settings } from '../../contract/stack/settings.schema.ts';
import { ERROR_MESSAGES, MACHINE_KEY_PROBLEMS } from '../../copy/en/error-messages.ts';
import type { Enrollment, EnrollmentStore, FoundEnrollment } from '../model/servers/enrollment.store.ts';
import { type AgentServer, MAX_MACHINES, type Machine } from '../model/servers/server.schema.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import { machineCountOf, silenceDueAt } from '../model/servers/server.ts';
import { serverEvent } from '../model/servers/server-event.ts';
import type { AuditEntry } from '../shared/audit/audit.schema.ts';
import { AppError, validationError } from '../shared/errors/app-error.ts';
import { againAfterLostRace, LostRace } from '../shared/table/lost-race.ts';
import type { Table } from '../shared/table/table.store.ts';
import type { Pause } from '../shared/time/clock.gateway.ts';
import { type AgentCaller, invalidCredentials } from './agent-credentials.ts';
import type { EnrollmentAnswer, EnrollmentRequest, KeysAnswer, MachineKeys, PublicJwk } from './edge.schema.ts';

/**
 * Throws a validation_error for coordinates that are no point of the curve, and for one key in two roles: what it signs could
 * then be made to say what it decrypts.
 */
function refuseUnusableKeys(keys: MachineKeys): void {
  const errors: Record<string, string[]> = {};
  for (const field of ['signing_jwk', 'encryption_jwk'] as const) {
    if (!isOnCurve(keys[field])) errors[field] = [MACHINE_KEY_PROBLEMS.notOnCurve];
  }
  if (keys.signing_jwk.x === keys.encryption_jwk.x) errors.encryption_jwk = [MACHINE_KEY_PROBLEMS.sameAsSigningKey];
  if (Object.keys(errors).length > 0) throw validationError(errors);
}

function isOnCurve(jwk: PublicJwk): boolean {
  try {
    return createPublicKey({ key: jwk, format: 'jwk' }).type === 'public';
  } catch {
    return false;
  }
}

export interface EnrollmentPorts {
  table: Pick<Table, 'transact'>;
  enrollments: Pick<EnrollmentStore, 'find' | 'useWrite'>;
  servers: Pick<ServerStore, 'get' | 'addMachineWrites'>;
  newMachineId: () => string;
  newAuditId: () => string;
  newEventId: () => string;
  baseTarget: string;
  pace: Pick<Settings['agent'], 'silentAfterSeconds'>;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

/** A group of machines that starts at once enrolls at one server: each waits for the others' transactions. */
const TRIES = 8;

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
    // Lost, another machine took the token or the last place: the next check tells.
    return await againAfterLostRace(TRIES, () => tryToEnroll(request.token, machine, ports, now), ports.pause);
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
  refuseUsedUp(enrollment);
  const server = await findFitServer(enrollment, ports);
  const audit = enrolledEntry(enrollment, machine, ports.newAuditId());
  const after = { ...server, machineCount: (server.machineCount ?? 0) + 1 };
  const facts = { randomId: ports.newEventId(), baseTarget: ports.baseTarget, now };
  const event = serverEvent('machine.enrolled', { server: after, machine }, facts);
  const dueAt = silenceDueAt(machine, ports.pace.silentAfterSeconds);
  await ports.table.transact([
    ports.enrollments.useWrite(token, enrollment, now),
    ...ports.servers.addMachineWrites(server, machine, dueAt, { audit, event }),
  ]);
  return { machine_id: machine.id, organization_id: organizationId, server_id: serverId };
}

function refuseUsedUp({ reusable }: FoundEnrollment): void {
  if (!reusable || reusable.machines < reusable.maxMachines) return;
  const { maxMachines: limit, machines: used } = reusable;
  const details = { resource: 'machines_of_token', limit, used };
  throw new AppError('quota_exceeded', ERROR_MESSAGES.quota_exceeded.enrollmentToken(limit), { details });
}

function enrolledEntry({ organizationId, serverId, tokenId }: Enrollment, machine: Machine, id: string): AuditEntry {
  const { id: machineId, name, enrolledAt: at } = machine;
  return {
    id,
    at,
    organizationId,
    action: 'machine.enrolled',
    resource: { type: 'machine', id: machineId },
    actor: { type: 'machine', machineId },
    after: { server_id: serverId, name, ...(tokenId !== undefined && { token_id: tokenId }) },
  };
}

/** Throws where the server is gone, also where another has taken its number, or has no room. */
async function findFitServer({ organizationId, serverId, label }: Enrollment, ports: EnrollmentPorts): Promise<AgentServer> {
  const server = await ports.servers.get(organizationId, serverId);
  if (server?.type !== 'agent' || server.label !== label) throw invalidCredentials();
  const used = machineCountOf(server);
  if (used < MAX_MACHINES) return server;
  const details = { resource: 'machines', limit: MAX_MACHINES, used };
  throw new AppError('quota_exceeded', ERROR_MESSAGES.quota_exceeded.machines(MAX_MACHINES), { details });
}

export interface RotationPorts {
  servers: Pick<ServerStore, 'changeMachineKeys'>;
  newAuditId: () => string;
  newEventId: () => string;
  baseTarget: string;
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
  refuseSwappedKeys(machine, request);
  const answer = { machine_id: machine.id };
  if (isSameKey(machine.signingJwk, request.signing_jwk) && isSameKey(machine.encryptionJwk, request.encryption_jwk))
    return answer;
  const keys = { signingJwk: request.signing_jwk, encryptionJwk: request.encryption_jwk };
  const audit = rotatedEntry(server, machine, ports.newAuditId(), now);
  const facts = { randomId: ports.newEventId(), baseTarget: ports.baseTarget, now };
  const event = serverEvent('machine.keys_rotated', { server, machine }, facts);
  try {
    await ports.servers.changeMachineKeys(server, machine, keys, { audit, event });
  } catch (error) {
    // Revoked meanwhile, or rotated to other keys: what signed this request is no key of a machine any more.
    throw error instanceof LostRace ? invalidCredentials(error) : error;
  }
  return answer;
}

/** A key stays in its role: what was encrypted to it before is no text for it to sign. */
function refuseSwappedKeys(machine: Machine, { signing_jwk, encryption_jwk }: MachineKeys): void {
  const errors = {
    ...(isSameKey(machine.encryptionJwk, signing_jwk) && { signing_jwk: [MACHINE_KEY_PROBLEMS.formerEncryptionKey] }),
    ...(isSameKey(machine.signingJwk, encryption_jwk) && { encryption_jwk: [MACHINE_KEY_PROBLEMS.formerSigningKey] }),
  };
  if (Object.keys(errors).length > 0) throw validationError(errors);
}

function isSameKey(held: Machine['signingJwk'], { x, y }: PublicJwk): boolean {
  return held.x === x && held.y === y;
}

function rotatedEntry(server: AgentServer, machine: Machine, id: string, now: Date): AuditEntry {
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
