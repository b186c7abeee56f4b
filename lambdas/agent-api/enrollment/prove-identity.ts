import { type EnrollingMachine, identityHeader } from '../../../contract/http/identity-header.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { isOneOfRoles } from '../../model/aws-servers/arns.ts';
import type { AgentServer, Server } from '../../model/servers/server.schema.ts';
import { AppError, validationError } from '../../shared/errors/app-error.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { invalidCredentials } from '../agent-credentials.ts';
import type { AwsIdentity, MachineKeys, NonceAnswer, NonceRequest } from '../edge.schema.ts';
import { makeNonce, openNonce } from './identity-nonce.ts';
import { type AwsCaller, checkProof, parseStsAnswer } from './identity-proof.ts';
import type { CallSts } from './sts.gateway.ts';

export interface IdentityEdges {
  /** 128 random bits as base64url. */
  newNonce: () => string;
  askSts: CallSts;
  awsEndpoint: string | undefined;
}
export type IdentityPorts = IdentityEdges & Pick<Rows, 'servers' | 'serviceSecret' | 'log'>;

export interface ProvenIdentity extends AwsCaller {
  /** The key under which the nonce is stored once spent. */
  nonceId: string;
}

/** Reads and stores nothing, so the answer does not show if the server exists. */
export function issueNonce(request: NonceRequest, ports: IdentityPorts, now: Date): NonceAnswer {
  const { nonce, expiresAt } = makeNonce(machineIn(request, request), ports.newNonce(), ports.serviceSecret, now);
  return { nonce, expires_at: expiresAt };
}

/**
 * The enrolling machine's AWS role, confirmed by STS. Errors describe the request only, never if the server exists or which roles
 * it accepts.
 */
export async function proveIdentity(
  identity: AwsIdentity,
  keys: MachineKeys,
  { servers, serviceSecret, askSts, awsEndpoint, log }: IdentityPorts,
  now: Date,
): Promise<ProvenIdentity> {
  const machine = machineIn(identity, keys);
  const nonceId = openNonce(identity.nonce, machine, serviceSecret, now);
  if (nonceId === undefined) throw invalidCredentials();
  const proof = checkProof(identity.url, now, awsEndpoint);
  if (proof.kind === 'problem') throw validationError({ aws_identity: [proof.problem] });
  // Checked before STS is called, so that a stranger causes no STS requests by naming any server.
  if (rolesOf(await servers.get(machine.organizationId, machine.serverId)).length === 0) throw invalidCredentials();
  const answer = await askSts({ ...proof, header: identityHeader(identity.nonce, machine) });
  if (answer.kind === 'failed') {
    log('warn', 'AWS STS gave no answer about a machine', { reason: answer.reason });
    throw new AppError('service_unavailable', ERROR_MESSAGES.service_unavailable.sts, { headers: { 'retry-after': '5' } });
  }
  const caller = answer.kind === 'answer' ? parseStsAnswer(answer.text) : undefined;
  if (!caller || (proof.partition ?? caller.partition) !== caller.partition) throw invalidCredentials();
  return { ...caller, nonceId };
}

export function requireAllowedRole(server: Server | undefined, caller: AwsCaller): AgentServer {
  if (server?.type !== 'agent' || !isAllowedRole(server, caller)) throw invalidCredentials();
  return server;
}

export function isAllowedRole(server: AgentServer, caller: AwsCaller): boolean {
  return isOneOfRoles(caller, rolesOf(server));
}

function rolesOf(server: Server | undefined): readonly string[] {
  return server?.type === 'agent' ? (server.machineRoles ?? []) : [];
}

function machineIn(
  { organization_id, server_id }: Pick<AwsIdentity, 'organization_id' | 'server_id'>,
  { signing_jwk, encryption_jwk }: MachineKeys,
): EnrollingMachine {
  return {
    organizationId: organization_id,
    serverId: server_id,
    signingKey: signing_jwk,
    encryptionKey: encryption_jwk,
  };
}
