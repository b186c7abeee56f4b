import { createPublicKey } from 'node:crypto';
import type { Settings } from '../../../contract/stack/settings.schema.ts';
import { ERROR_MESSAGES, MACHINE_KEY_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { EnrollmentStore, FoundEnrollment } from '../../model/servers/enrollment/enrollment.store.ts';
import { type AgentServer, MAX_MACHINES, type Machine } from '../../model/servers/server.schema.ts';
import type { ServerStore } from '../../model/servers/server.store.ts';
import { machineCountOf, silenceDueAt } from '../../model/servers/server.ts';
import { serverEvent } from '../../model/servers/server-event.ts';
import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import { keys } from '../../shared/table/keys.ts';
import { againAfterLostRace, LostRace } from '../../shared/table/lost-race.ts';
import type { Table, Write } from '../../shared/table/table.store.ts';
import type { Pause } from '../../shared/time/clock.gateway.ts';
import { CLOCK_SKEW_SECONDS, expirySeconds } from '../../shared/time/instant.ts';
import { type AgentCaller, invalidCredentials } from '../agent-credentials.ts';
import type { EnrollmentAnswer, EnrollmentRequest, KeysAnswer, MachineKeys, PublicJwk } from '../edge.schema.ts';
import { NONCE_VALID_SECONDS } from './identity-nonce.ts';
import { type IdentityPorts, proveIdentity, requirePinned } from './prove-identity.ts';

/**
 * Throws a validation_error for coordinates that are no point of the curve, and for one key in two roles: what it signs could
 * then be made to say what it decrypts.
 */
function refuseUnusableKeys(request: MachineKeys): void {
  const errors: Record<string, string[]> = {};
  for (const field of ['signing_jwk', 'encryption_jwk'] as const) {
    if (!isOnCurve(request[field])) errors[field] = [MACHINE_KEY_PROBLEMS.notOnCurve];
  }
  if (request.signing_jwk.x === request.encryption_jwk.x) errors.encryption_jwk = [MACHINE_KEY_PROBLEMS.sameAsSigningKey];
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
  table: Pick<Table, 'transact' | 'get' | 'putWrite'>;
  enrollments: Pick<EnrollmentStore, 'find' | 'useWrite'>;
  servers: Pick<ServerStore, 'get' | 'addMachineWrites'>;
  identities: IdentityPorts;
  newMachineId: () => string;
  newAuditId: () => string;
  newEventId: () => string;
  baseTarget: string;
  pace: Pick<Settings['agent'], 'silentAfterSeconds'>;
  /** A moment, for another's transaction to end. */
  pause: Pause;
}

/** What lets a machine enroll at a server. */
interface Admission {
  server: AgentServer;
  /** Uses it up: of two machines with it, one is refused. */
  useWrite: Write;
  /** For the audit record. */
  facts: Record<string, string>;
}

/** A group of machines that starts at once enrolls at one server: each waits for the others' transactions. */
const TRIES = 8;

/** Uses the token or the identity up and adds the machine to its server, both or neither. */
export async function enrollMachine(request: EnrollmentRequest, ports: EnrollmentPorts, now: Date): Promise<EnrollmentAnswer> {
  refuseUnusableKeys(request);
  const machine: Machine = {
    id: ports.newMachineId(),
    name: request.name,
    signingJwk: request.signing_jwk,
    encryptionJwk: request.encryption_jwk,
    enrolledAt: now.toISOString(),
  };
  const admit = await admissionOf(request, ports, now);
  try {
    // Lost, another machine took the token or the last place: the next check tells.
    return await againAfterLostRace(TRIES, async () => tryToEnroll(await admit(), machine, ports, now), ports.pause);
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    throw new AppError('service_unavailable', ERROR_MESSAGES.service_unavailable.enrollments, {
      headers: { 'retry-after': '2' },
      cause: error,
    });
  }
}

const isUnspent = 'attribute_not_exists(pk)';

/** How the request may enroll, read anew at each call. STS is asked once, before. */
async function admissionOf(request: EnrollmentRequest, ports: EnrollmentPorts, now: Date): Promise<() => Promise<Admission>> {
  const { token, aws_identity } = request;
  if (aws_identity === undefined) return () => admitByToken(token ?? '', ports, now);
  const proven = await proveIdentity(aws_identity, request, ports, now);
  const nonceKey = keys.identityNonce(proven.nonceId);
  const expiresAtSeconds = expirySeconds(now, NONCE_VALID_SECONDS + CLOCK_SKEW_SECONDS);
  const useWrite = ports.table.putWrite({ ...nonceKey, expiresAtSeconds }, { expression: isUnspent });
  let isFirst = true;
  return async () => {
    // A request that is sent again; and what else lost a race is decided again.
    if (!isFirst && (await ports.table.get(nonceKey))) throw invalidCredentials();
    isFirst = false;
    const server = await ports.servers.get(aws_identity.organization_id, aws_identity.server_id);
    return { server: withRoom(requirePinned(server, proven)), useWrite, facts: { aws_identity: proven.arn } };
  };
}

async function admitByToken(token: string, ports: EnrollmentPorts, now: Date): Promise<Admission> {
  const enrollment = await ports.enrollments.find(token, now);
  if (!enrollment) throw invalidCredentials();
  refuseUsedUp(enrollment);
  const { organizationId, serverId, label, tokenId } = enrollment;
  const server = await ports.servers.get(organizationId, serverId);
  // Gone, or another has taken its number.
  if (server?.type !== 'agent' || server.label !== label) throw invalidCredentials();
  const facts: Record<string, string> = tokenId === undefined ? {} : { token_id: tokenId };
  return { server: withRoom(server), useWrite: ports.enrollments.useWrite(token, enrollment, now), facts };
}

function refuseUsedUp({ reusable }: FoundEnrollment): void {
  if (!reusable || reusable.machines < reusable.maxMachines) return;
  const { maxMachines: limit, machines: used } = reusable;
  const details = { resource: 'machines_of_token', limit, used };
  throw new AppError('quota_exceeded', ERROR_MESSAGES.quota_exceeded.enrollmentToken(limit), { details });
}

/** Throws where the server has no room. */
function withRoom(server: AgentServer): AgentServer {
  const used = machineCountOf(server);
  if (used < MAX_MACHINES) return server;
  const details = { resource: 'machines', limit: MAX_MACHINES, used };
  throw new AppError('quota_exceeded', ERROR_MESSAGES.quota_exceeded.machines(MAX_MACHINES), { details });
}

async function tryToEnroll(
  { server, useWrite, facts }: Admission,
  machine: Machine,
  ports: EnrollmentPorts,
  now: Date,
): Promise<EnrollmentAnswer> {
  const { organizationId, id: serverId } = server;
  const audit = enrolledEntry(server, machine, facts, ports.newAuditId());
  const after = { ...server, machineCount: (server.machineCount ?? 0) + 1 };
  const eventFacts = { randomId: ports.newEventId(), baseTarget: ports.baseTarget, now };
  const event = serverEvent('machine.enrolled', { server: after, machine }, eventFacts);
  const dueAt = silenceDueAt(machine, ports.pace.silentAfterSeconds);
  await ports.table.transact([useWrite, ...ports.servers.addMachineWrites(server, machine, dueAt, { audit, event })]);
  return { machine_id: machine.id, organization_id: organizationId, server_id: serverId };
}

function enrolledEntry(server: AgentServer, machine: Machine, facts: Record<string, string>, id: string): AuditEntry {
  const { id: machineId, name, enrolledAt: at } = machine;
  return {
    id,
    at,
    organizationId: server.organizationId,
    action: 'machine.enrolled',
    resource: { type: 'machine', id: machineId },
    actor: { type: 'machine', machineId },
    after: { server_id: server.id, name, ...facts },
  };
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
  const newKeys = { signingJwk: request.signing_jwk, encryptionJwk: request.encryption_jwk };
  const audit = rotatedEntry(server, machine, ports.newAuditId(), now);
  const facts = { randomId: ports.newEventId(), baseTarget: ports.baseTarget, now };
  const event = serverEvent('machine.keys_rotated', { server, machine }, facts);
  try {
    await ports.servers.changeMachineKeys(server, machine, newKeys, { audit, event });
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
