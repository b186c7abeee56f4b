import { newIdentity } from '../../../agent/machine/identity.gateway.ts';
import type { EnrolledIdentity, Identity } from '../../../agent/machine/identity.schema.ts';
import { signRequest } from '../../../agent/service/request-signature.gateway.ts';
import type { AnnouncedCertificate, PresentCertificate } from '../../../lambdas/model/servers/certificate.schema.ts';
import type { AgentServer, Machine } from '../../../lambdas/model/servers/server.schema.ts';
import type { HttpRequest } from '../../../lambdas/shared/http/route.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { iso, issued, NOW } from '../a-domain.ts';

const publicPart = ({ kty, crv, x, y }: Identity['signing_jwk']) => ({ kty, crv, x, y });
const keyPairs = await newIdentity();

export const identity: EnrolledIdentity = {
  ...keyPairs,
  host: {},
  enrollment: { site: 'https://service.net', machine_id: 'mch_1', organization_id: 'org_A', server_id: 1 },
};
export const machine: Machine = {
  id: 'mch_1',
  name: 'web 1',
  signingJwk: publicPart(keyPairs.signing_jwk),
  encryptionJwk: publicPart(keyPairs.encryption_jwk),
  enrolledAt: NOW.toISOString(),
  lastSeenAt: NOW.toISOString(),
};
export const server: AgentServer = {
  organizationId: 'org_A',
  id: 1,
  name: 'Server 1',
  type: 'agent',
  label: 'abcdefghijklmnop',
  createdAt: NOW.toISOString(),
  machineCount: 1,
  lastSeenAt: machine.lastSeenAt,
  silent: {},
  silentCount: 0,
  revision: 7,
};
export function rowOf(of: Machine, { organizationId, id, label }: Pick<AgentServer, 'organizationId' | 'id' | 'label'> = server) {
  return { ...keys.machine(organizationId, id, of.id), ...of, label };
}

export const certificate: PresentCertificate = {
  organizationId: 'org_A',
  serverId: 1,
  hostname: 'shop.customer.com',
  domainId: 4_503_599_627_371,
  attempt: 1,
  state: 'present',
  facts: issued,
  chainPem: 'CHAIN',
  sealedKey: { dataKey: 'ZGs=', iv: 'aXY=', tag: 'dGFn', ciphertext: 'Y3Q=' },
  handshakes: {},
};

export function announced(
  hostname: string,
  changedAtMs: number,
  changes: Partial<PresentCertificate> = {},
): PresentCertificate & AnnouncedCertificate {
  return { ...certificate, hostname, ...changes, changedAt: iso(changedAtMs) };
}

export function announcedRemoval(
  hostname: string,
  changedAtMs: number,
  changes: Partial<Omit<PresentCertificate, 'state'>> = {},
): AnnouncedCertificate {
  const { chainPem: _, sealedKey: __, ...rest } = announced(hostname, changedAtMs, changes);
  return { ...rest, state: 'removed' };
}

interface Call {
  method?: 'GET' | 'POST';
  path?: string;
  query?: string;
  body?: string;
}

export function request(
  { method = 'GET', path = '/edge/v1/certificates', query = '', body = '' }: Call,
  headers = {},
): HttpRequest {
  return {
    method,
    path,
    query,
    params: {},
    answerHeaders: {},
    logFacts: { requestId: 'req_1' },
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    rawBody: Buffer.from(body),
    requestId: 'req_1',
    domainName: 'service.test',
    sourceIp: '192.0.2.1',
    userAgent: 'test',
    now: NOW,
  };
}

export async function signedRequest(call: Call = {}, by = identity, at = NOW): Promise<HttpRequest> {
  const { method = 'GET', path = '/edge/v1/certificates', query = '', body = '' } = call;
  const pathAndQuery = query === '' ? path : `${path}?${query}`;
  return request(call, { authorization: await signRequest(by, { method, pathAndQuery, body }, at) });
}
