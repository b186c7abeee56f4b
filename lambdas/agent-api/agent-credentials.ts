import { createHash } from 'node:crypto';
import { CompactEncrypt, decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { ERROR_MESSAGES } from '../../copy/en/error-messages.ts';
import type { AgentServer, Machine } from '../model/servers/server.schema.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import { AppError, awsBusy } from '../shared/errors/app-error.ts';
import type { HttpRequest } from '../shared/http/route.ts';
import { keys } from '../shared/table/keys.ts';
import { LostRace } from '../shared/table/lost-race.ts';
import type { Write } from '../shared/table/table.store.ts';
import { expirySeconds } from '../shared/time/instant.ts';
import type { AgentPorts } from '../wiring/agents.wiring.ts';
import { SIGNATURE_TYPE, SignatureClaims } from './edge.schema.ts';

export interface AgentCaller {
  server: AgentServer;
  machine: Machine;
  /** The id and time of this request's signature, by the machine's clock. */
  signature: { id: string; signedAt: Date };
}

/** The allowed clock difference between agent and service. A replay within it has no effect. */
const CLOCK_TOLERANCE_SECONDS = 60;
const ISSUER = /^(org_[A-Za-z0-9]{1,40}(?:_test)?)\/([1-9][0-9]{0,15})$/;

/** One message for every cause, so that strangers learn nothing about servers or machines. */
export function invalidCredentials(cause?: unknown): AppError {
  return new AppError('invalid_agent_credentials', ERROR_MESSAGES.invalid_agent_credentials.any, { cause });
}

type MachineReads = Pick<ServerStore, 'getMachine'>;

/**
 * Authenticates a poll with an eventually consistent read, as polls are most of an agent's cost; the next poll sees what this one
 * missed. Private keys stay safe, because their release checks the enrollment. A machine that seems unknown is read again
 * consistently, as it may have just enrolled or rotated its keys.
 */
export async function authenticatePoll(request: HttpRequest, servers: MachineReads): Promise<AgentCaller> {
  const lagging: MachineReads = {
    getMachine: (organizationId, serverId, id) => servers.getMachine(organizationId, serverId, id, { mayLag: true }),
  };
  try {
    return await authenticateAgent(request, lagging);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return authenticateAgent(request, servers);
  }
}

/** Verifies the signature with one read of the machine and server that it names. */
export async function authenticateAgent(request: HttpRequest, servers: MachineReads): Promise<AgentCaller> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.authorization ?? '')?.[1];
  const claimed = token === undefined ? undefined : claimedIdentity(token);
  if (token === undefined || !claimed) throw invalidCredentials();
  const found = await servers.getMachine(claimed.organizationId, claimed.serverId, claimed.machineId);
  if (!found) throw invalidCredentials();
  const { server, machine } = found;
  const { jti, iat } = await verifySignature(token, machine, request);
  Object.assign(request.logFacts, claimed);
  return { server, machine, signature: { id: jti, signedAt: new Date(iat * 1000) } };
}

/** The token's claims, before verification. */
function claimedIdentity(token: string): { organizationId: string; serverId: number; machineId: string } | undefined {
  try {
    const { kid } = decodeProtectedHeader(token);
    const [, organizationId, serverId] = ISSUER.exec(decodeJwt(token).iss ?? '') ?? [];
    if (kid === undefined || organizationId === undefined) return undefined;
    return { organizationId, serverId: Number(serverId), machineId: kid };
  } catch {
    return undefined;
  }
}

async function verifySignature(token: string, machine: Machine, request: HttpRequest): Promise<SignatureClaims> {
  try {
    const { payload } = await jwtVerify(token, await importJWK(machine.signingJwk, 'ES256'), {
      algorithms: ['ES256'],
      typ: SIGNATURE_TYPE,
      currentDate: request.now,
      maxTokenAge: 0, // with the tolerance: iat within 60 s of now, before or after
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    });
    const claims = SignatureClaims.parse(payload);
    const isForThisRequest =
      claims.htm === request.method && claims.htu === pathAndQuery(request) && claims.bh === bodyHash(request.rawBody);
    if (!isForThisRequest) throw new Error('signed for another request');
    return claims;
  } catch (error) {
    throw invalidCredentials(error);
  }
}

function pathAndQuery({ path, query }: HttpRequest): string {
  return query === '' ? path : `${path}?${query}`;
}

function bodyHash(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url');
}

/** By then every clock in the service rejects the signature. */
const KEPT_SECONDS = CLOCK_TOLERANCE_SECONDS + 300;
const isUnusedSignature = 'attribute_not_exists(pk)';
/** The sweep, or another poll of the machine, may be writing the machine's row at that moment: some half a second. */
const TRIES = 8;

/**
 * Writes the effects of a signed request, and marks its signature as used. A replay has no effect and gets a 409, not a 401: a
 * proxy between agent and service may send a poll twice, and an agent that gets the second answer must poll again soon. Throws
 * LostRace if a condition of `writes` fails.
 */
export async function writeOncePerSignature(
  { machine, signature }: AgentCaller,
  writes: Write[],
  { table, pause }: Pick<AgentPorts, 'table' | 'pause'>,
): Promise<void> {
  const key = keys.signature(machine.id, signature.id);
  const spent = { ...key, expiresAtSeconds: expirySeconds(signature.signedAt, KEPT_SECONDS) };
  for (let tried = 1; ; tried += 1) {
    try {
      return await table.transact([table.putWrite(spent, { expression: isUnusedSignature }), ...writes]);
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      if (error.found[0]) throw new AppError('conflict', ERROR_MESSAGES.conflict.sentTwice, { cause: error });
      if (isRefused(error)) throw error;
      // The only obstacle was a concurrent transaction.
      if (tried === TRIES) throw awsBusy();
      await pause();
    }
  }
}

/** True when a condition of the writes failed; false when the cause was only a concurrent transaction. */
function isRefused({ found, refused }: LostRace): boolean {
  return refused.length > 0 || found.some((item) => item !== undefined);
}

/** Encrypts to the machine's own key (RFC 7516 compact), so that only the machine reads it, even where a proxy ends TLS. */
export async function encryptToMachine(plaintext: string, machine: Machine): Promise<string> {
  const alg = 'ECDH-ES+A256KW';
  const key = await importJWK(machine.encryptionJwk, alg);
  return new CompactEncrypt(new TextEncoder().encode(plaintext))
    .setProtectedHeader({ alg, enc: 'A256GCM', kid: machine.id })
    .encrypt(key);
}
