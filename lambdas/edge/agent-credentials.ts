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
  /** Of this one request, by the machine's clock. */
  signature: { id: string; signedAt: Date };
}

/** How far an agent's clock may be from ours. A repeat within it causes nothing. */
const CLOCK_TOLERANCE_SECONDS = 60;
const ISSUER = /^(org_[A-Za-z0-9]{1,40}(?:_test)?)\/([1-9][0-9]{0,15})$/;

/** The same words whatever is wrong: they tell a stranger nothing about servers or machines. */
export function invalidCredentials(cause?: unknown): AppError {
  return new AppError('invalid_agent_credentials', ERROR_MESSAGES.invalid_agent_credentials.any, { cause });
}

type MachineReads = Pick<ServerStore, 'getMachine'>;

/**
 * Who polls. Polls are most of what an agent costs, so this read may lag: the next poll sees what this one missed. Private keys
 * stay safe, as their release checks that the machine is enrolled. A machine that has just enrolled or changed its keys may seem
 * unknown: it is looked up again before it is refused.
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

/** Who signed the request, with one read of the machine and the server that the signature names. */
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

/** What the token says about itself, not yet believed. */
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
      maxTokenAge: 0, // together with the tolerance: iat within 60 s of now, on either side
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

/** Nobody takes the signature any more by then, on any of our clocks. */
const KEPT_SECONDS = CLOCK_TOLERANCE_SECONDS + 300;
const hasCausedNothing = 'attribute_not_exists(pk)';
/**
 * All machines of a server ask at once when a certificate is announced, and each transaction touches the server: some half a
 * second.
 */
const TRIES = 8;

/**
 * Writes what a signed request causes, and that its signature has caused something: whoever sends the same request again causes
 * nothing and is answered nothing. Not with 401: a proxy between agent and service may send a poll twice, and the agent that gets
 * the second answer is to ask again soon. Throws LostRace where a condition of `writes` has failed.
 */
export async function oncePerSignature(
  { machine, signature }: AgentCaller,
  writes: Write[],
  { table, pause }: Pick<AgentPorts, 'table' | 'pause'>,
): Promise<void> {
  const key = keys.signature(machine.id, signature.id);
  const spent = { ...key, expiresAtSeconds: expirySeconds(signature.signedAt, KEPT_SECONDS) };
  for (let tried = 1; ; tried += 1) {
    try {
      return await table.transact([table.putWrite(spent, { expression: hasCausedNothing }), ...writes]);
    } catch (error) {
      if (!(error instanceof LostRace)) throw error;
      if (error.found[0]) throw new AppError('conflict', ERROR_MESSAGES.conflict.sentTwice, { cause: error });
      if (isRefused(error)) throw error;
      // Nothing stood in the way but another transaction.
      if (tried === TRIES) throw awsBusy();
      await pause();
    }
  }
}

/** A condition of the writes has failed; otherwise another transaction was at work on them. */
function isRefused({ found, refused }: LostRace): boolean {
  return refused.length > 0 || found.some((item) => item !== undefined);
}

/** Encrypts to the machine's own key (RFC 7516 compact): only that machine reads it, also where TLS ends before the service. */
export async function encryptToMachine(plaintext: string, machine: Machine): Promise<string> {
  const alg = 'ECDH-ES+A256KW';
  const key = await importJWK(machine.encryptionJwk, alg);
  return new CompactEncrypt(new TextEncoder().encode(plaintext))
    .setProtectedHeader({ alg, enc: 'A256GCM', kid: machine.id })
    .encrypt(key);
}
