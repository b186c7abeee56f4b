import { createPublicKey } from 'node:crypto';
import { ERROR_MESSAGES, MACHINE_KEY_PROBLEMS } from '../../../copy/en/error-messages.ts';
import type { FoundEnrollment, FoundKeys } from '../../model/servers/enrollment/enrollment.store.ts';
import { type AgentServer, MAX_MACHINES, type Machine } from '../../model/servers/server.schema.ts';
import { silenceDueAt } from '../../model/servers/server.ts';
import { serverEvent } from '../../model/servers/server-event.ts';
import type { AuditEntry } from '../../shared/audit/audit.schema.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import { keys } from '../../shared/table/keys.ts';
import { againAfterLostRace, LostRace } from '../../shared/table/lost-race.ts';
import type { Write } from '../../shared/table/table.store.ts';
import { CLOCK_SKEW_SECONDS, expirySeconds } from '../../shared/time/instant.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { type AgentCaller, invalidCredentials } from '../agent-credentials.ts';
import type { EnrollmentAnswer, EnrollmentRequest, KeysAnswer, MachineKeys, PublicJwk } from '../edge.schema.ts';
import { NONCE_VALID_SECONDS } from './identity-nonce.ts';
import { type IdentityPorts, isAllowedRole, proveIdentity, requireAllowedRole } from './prove-identity.ts';

/**
 * Throws a validation_error for coordinates off the curve, and for one key in both roles: its signatures could then be abused to
 * decrypt.
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

export type EnrollmentPorts = IdentityPorts & Pick<Rows, 'table' | 'enrollments' | 'newId' | 'settings' | 'pause'>;

/** The right by which a machine enrolls: a token or an AWS identity. */
interface EnrollmentRight {
  /** True when the machine enrolled by this right before. */
  hasEnrolled: (machine: EnrolledMachine) => boolean;
  /** Reads the right again on every try. Throws if it does not allow the enrollment. */
  admit: () => Promise<Admission>;
}

/** A machine enrolled earlier with this request's keys, which it still has. */
interface EnrolledMachine {
  server: AgentServer;
  machineId: string;
  isByThisToken: boolean;
}

interface Admission {
  server: AgentServer;
  /** Marks the token or nonce as used: of two machines with it, one is refused. */
  useWrite: Write;
  facts: Record<string, string>;
}

/** Machines that start together enroll at one server, so each waits for the others' transactions. */
const TRIES = 8;

/**
 * Uses up the token or identity and adds the machine to its server in one transaction. A repeat with the same keys, by a machine
 * that missed the answer, returns the same machine and uses nothing up.
 */
export async function enrollMachine(request: EnrollmentRequest, ports: EnrollmentPorts, now: Date): Promise<EnrollmentAnswer> {
  refuseUnusableKeys(request);
  const machine: Machine = {
    id: ports.newId('mch'),
    name: request.name,
    signingJwk: request.signing_jwk,
    encryptionJwk: request.encryption_jwk,
    enrolledAt: now.toISOString(),
  };
  const right = await readEnrollmentRight(request, ports, now);
  try {
    // After a lost race another machine may have taken the token or the last place: the next try checks.
    return await againAfterLostRace(TRIES, () => tryToEnroll(request, machine, right, ports, now), ports.pause);
  } catch (error) {
    if (!(error instanceof LostRace)) throw error;
    throw new AppError('service_unavailable', ERROR_MESSAGES.service_unavailable.enrollments, {
      headers: { 'retry-after': '2' },
      cause: error,
    });
  }
}

const isUnspent = 'attribute_not_exists(pk)';

/** Calls STS once, here and not per try. */
async function readEnrollmentRight(request: EnrollmentRequest, ports: EnrollmentPorts, now: Date): Promise<EnrollmentRight> {
  const { token = '', aws_identity } = request;
  if (aws_identity === undefined)
    return { hasEnrolled: ({ isByThisToken }) => isByThisToken, admit: () => admitByToken(token, ports, now) };
  const { organization_id: organizationId, server_id: serverId } = aws_identity;
  const proven = await proveIdentity(aws_identity, request, ports, now);
  const nonceKey = keys.identityNonce(proven.nonceId);
  const expiresAtSeconds = expirySeconds(now, NONCE_VALID_SECONDS + CLOCK_SKEW_SECONDS);
  const useWrite = ports.table.putWrite({ ...nonceKey, expiresAtSeconds }, { expression: isUnspent });
  let isFirst = true;
  return {
    hasEnrolled: ({ server }) =>
      server.organizationId === organizationId && server.id === serverId && isAllowedRole(server, proven),
    async admit() {
      // A spent nonce means that the request is a replay. Any other lost race is decided again.
      if (!isFirst && (await ports.table.get(nonceKey))) throw invalidCredentials();
      isFirst = false;
      const server = requireAllowedRole(await ports.servers.get(organizationId, serverId), proven);
      return { server, useWrite, facts: { aws_identity: proven.arn } };
    },
  };
}

async function admitByToken(token: string, ports: EnrollmentPorts, now: Date): Promise<Admission> {
  const enrollment = await ports.enrollments.find(token, now);
  if (!enrollment) throw invalidCredentials();
  refuseUsedUp(enrollment);
  const { organizationId, serverId, label, tokenId } = enrollment;
  const server = await ports.servers.get(organizationId, serverId);
  // The server was deleted, or another one has its number now.
  if (server?.type !== 'agent' || server.label !== label) throw invalidCredentials();
  const facts: Record<string, string> = tokenId === undefined ? {} : { token_id: tokenId };
  return { server, useWrite: ports.enrollments.useWrite(token, enrollment, now), facts };
}

function refuseUsedUp({ reusable }: FoundEnrollment): void {
  if (!reusable || reusable.machines < reusable.maxMachines) return;
  const { maxMachines: limit, machines: used } = reusable;
  const details = { resource: 'machines_of_token', limit, used };
  throw new AppError('quota_exceeded', ERROR_MESSAGES.quota_exceeded.enrollmentToken(limit), { details });
}

function refuseWithoutRoom(server: AgentServer): void {
  const used = server.machineCount;
  if (used < MAX_MACHINES) return;
  const details = { resource: 'machines', limit: MAX_MACHINES, used };
  throw new AppError('quota_exceeded', ERROR_MESSAGES.quota_exceeded.machines(MAX_MACHINES), { details });
}

async function tryToEnroll(
  request: EnrollmentRequest,
  machine: Machine,
  right: EnrollmentRight,
  ports: EnrollmentPorts,
  now: Date,
): Promise<EnrollmentAnswer> {
  const former = await ports.enrollments.enrolledWith(request);
  const enrolled = former && (await stillEnrolled(former, machine, ports));
  if (enrolled && right.hasEnrolled(enrolled)) return answerOf(enrolled.server, enrolled.machineId);
  const { server, useWrite, facts } = await right.admit();
  // The machine enrolled by another token of the same server.
  if (enrolled?.server.label === server.label) return answerOf(server, enrolled.machineId);
  refuseWithoutRoom(server);
  const { organizationId, id: serverId } = server;
  const audit = enrolledEntry(server, machine, facts, ports.newId('aud'));
  const after = { ...server, machineCount: server.machineCount + 1 };
  const eventFacts = { randomId: ports.newId('evt'), baseTarget: ports.settings.baseTarget, now };
  const event = serverEvent('machine.enrolled', { server: after, machine }, eventFacts);
  const dueAt = silenceDueAt(machine, ports.settings.agent.silentAfterSeconds);
  const record = { organizationId, serverId, machineId: machine.id };
  await ports.table.transact([
    useWrite,
    ports.enrollments.enrolledWrite(request, record, former, now),
    ...ports.servers.addMachineWrites(server, machine, dueAt, { audit, event }),
  ]);
  return answerOf(server, machine.id);
}

/** Undefined: the machine was revoked, or has other keys now. */
async function stillEnrolled(
  { organizationId, serverId, machineId, isByThisToken }: FoundKeys,
  { signingJwk, encryptionJwk }: Machine,
  { servers }: EnrollmentPorts,
): Promise<EnrolledMachine | undefined> {
  const found = await servers.getMachine(organizationId, serverId, machineId);
  if (!found) return undefined;
  const { server, machine } = found;
  const isSame = machine.signingJwk.x === signingJwk.x && machine.encryptionJwk.x === encryptionJwk.x;
  return isSame ? { server, machineId, isByThisToken } : undefined;
}

function answerOf({ organizationId, id }: AgentServer, machineId: string): EnrollmentAnswer {
  return { machine_id: machineId, organization_id: organizationId, server_id: id };
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

/**
 * Gives the signing machine new keys; from then on the old ones decrypt nothing. A repeat under the new keys, by a machine that
 * missed the answer, changes nothing.
 */
export async function rotateKeys(
  { server, machine }: AgentCaller,
  request: MachineKeys,
  ports: Pick<Rows, 'servers' | 'newId' | 'settings'>,
  now: Date,
): Promise<KeysAnswer> {
  refuseUnusableKeys(request);
  refuseSwappedKeys(machine, request);
  const answer = { machine_id: machine.id };
  if (isSameKey(machine.signingJwk, request.signing_jwk) && isSameKey(machine.encryptionJwk, request.encryption_jwk))
    return answer;
  const newKeys = { signingJwk: request.signing_jwk, encryptionJwk: request.encryption_jwk };
  const audit = rotatedEntry(server, machine, ports.newId('aud'), now);
  const facts = { randomId: ports.newId('evt'), baseTarget: ports.settings.baseTarget, now };
  const event = serverEvent('machine.keys_rotated', { server, machine }, facts);
  try {
    await ports.servers.changeMachineKeys(server, machine, newKeys, { audit, event });
  } catch (error) {
    // The machine was revoked or rotated meanwhile, so the key that signed this request is no longer valid.
    throw error instanceof LostRace ? invalidCredentials(error) : error;
  }
  return answer;
}

/** A key keeps its role: signing must never process text that was encrypted to the same key. */
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
