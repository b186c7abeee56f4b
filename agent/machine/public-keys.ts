import type { MachineKeys } from '../../lambdas/agent-api/edge.schema.ts';
import type { KeyPairs, PrivateJwk } from './identity.schema.ts';

/** Public parts of a machine's keys, for the service. */
export function publicKeys({ signing_jwk, encryption_jwk }: KeyPairs): MachineKeys {
  return { signing_jwk: publicPart(signing_jwk), encryption_jwk: publicPart(encryption_jwk) };
}

function publicPart({ kty, crv, x, y }: PrivateJwk) {
  return { kty, crv, x, y };
}
