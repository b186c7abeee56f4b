import { createHash } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { ERROR_MESSAGES } from '../../copy/en/error-messages.ts';
import type { Machine, Server } from '../model/servers/server.schema.ts';
import type { ServerStore } from '../model/servers/server.store.ts';
import { machineOf } from '../model/servers/server.ts';
import { AppError } from '../shared/errors/app-error.ts';
import type { HttpRequest } from '../shared/http/route.ts';
import { SIGNATURE_TYPE, SignatureClaims } from './edge.schema.ts';

export interface AgentCaller {
  server: Server;
  machine: Machine;
  /** Of this one request, by the machine's clock. */
  signature: { id: string; signedAt: Date };
}

/** How far an agent's clock may be from ours. A repeat within it causes nothing (once-per-signature.ts). */
export const CLOCK_TOLERANCE_SECONDS = 60;
const ISSUER = /^(org_[A-Za-z0-9]{1,40})\/([1-9][0-9]{0,15})$/;

/** The same words whatever is wrong: they tell a stranger nothing about servers or machines. */
export function invalidCredentials(cause?: unknown): AppError {
  return new AppError('invalid_agent_credentials', ERROR_MESSAGES.invalid_agent_credentials.any, { cause });
}

/** Who signed the request, with one read: the server named in the signature holds the keys of its machines. */
export async function authenticateAgent(request: HttpRequest, servers: Pick<ServerStore, 'get'>): Promise<AgentCaller> {
  const token = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/.exec(request.headers.authorization ?? '')?.[1];
  const claimed = token === undefined ? undefined : claimedIdentity(token);
  if (token === undefined || !claimed) throw invalidCredentials();
  const server = await servers.get(claimed.organizationId, claimed.serverId);
  const machine = server && machineOf(server, claimed.machineId);
  if (!server || !machine) throw invalidCredentials();
  const { jti, iat } = await verifySignature(token, machine, request);
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
