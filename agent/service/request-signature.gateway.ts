import { createHash, randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { SIGNATURE_TYPE, type SignatureClaims } from '../../lambdas/agent-api/edge.schema.ts';
import type { EnrolledIdentity } from '../machine/identity.schema.ts';

export interface RequestToSign {
  method: 'GET' | 'POST';
  pathAndQuery: string;
  body: string;
}

/** The `Authorization` value for this single request, valid for a minute. */
export async function signRequest(
  { signing_jwk, enrollment }: EnrolledIdentity,
  request: RequestToSign,
  now = new Date(),
): Promise<string> {
  const claims: SignatureClaims = {
    iss: `${enrollment.organization_id}/${enrollment.server_id}`,
    htm: request.method,
    htu: request.pathAndQuery,
    iat: Math.floor(now.getTime() / 1000),
    jti: randomUUID(),
    bh: createHash('sha256').update(request.body, 'utf8').digest('base64url'),
  };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: SIGNATURE_TYPE, kid: enrollment.machine_id })
    .sign(await importJWK(signing_jwk, 'ES256'));
  return `Bearer ${token}`;
}
