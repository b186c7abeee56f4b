import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

/** The public half of a P-256 key, in the order of names that a thumbprint needs (RFC 7638, section 3.2). */
export function publicJwk(key: KeyObject): { crv: string; kty: string; x: string; y: string } {
  const { crv = '', kty = '', x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
  return { crv, kty, x, y };
}

/** What the challenge of this token must be answered with (RFC 8555, section 8.1). */
export function keyAuthorization(token: string, key: KeyObject): string {
  const thumbprint = createHash('sha256')
    .update(JSON.stringify(publicJwk(key)))
    .digest('base64url');
  return `${token}.${thumbprint}`;
}
