import * as z from 'zod/mini';
import { EnrollmentAnswer, PublicJwk } from '../../lambdas/edge/edge.schema.ts';

const PrivateJwk = z.extend(PublicJwk, { d: z.string() });
export type PrivateJwk = z.infer<typeof PrivateJwk>;

const KeyPairs = z.object({ signing_jwk: PrivateJwk, encryption_jwk: PrivateJwk });
export type KeyPairs = z.infer<typeof KeyPairs>;

/** The file `identity.json`: the machine's own keys, and once enrolled, where it belongs. */
export const Identity = z.extend(KeyPairs, {
  enrollment: z.optional(z.extend(EnrollmentAnswer, { site: z.string() })),
  /** New keys of which the service may know already: whether it does shows which of the two it accepts. */
  next: z.optional(KeyPairs),
});
export type Identity = z.infer<typeof Identity>;
export type EnrolledIdentity = Identity & { enrollment: NonNullable<Identity['enrollment']> };
