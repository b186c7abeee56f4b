import * as z from 'zod/mini';
import { EnrollmentAnswer, PublicJwk } from '../../lambdas/edge/edge.schema.ts';

const PrivateJwk = z.extend(PublicJwk, { d: z.string() });
export type PrivateJwk = z.infer<typeof PrivateJwk>;

/** The file `identity.json`: the machine's own keys, and once enrolled, where it belongs. */
export const Identity = z.object({
  signing_jwk: PrivateJwk,
  encryption_jwk: PrivateJwk,
  enrollment: z.optional(z.extend(EnrollmentAnswer, { site: z.string() })),
});
export type Identity = z.infer<typeof Identity>;
export type EnrolledIdentity = Identity & { enrollment: NonNullable<Identity['enrollment']> };
