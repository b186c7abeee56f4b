import * as z from 'zod/mini';
import { EnrollmentAnswer, PublicJwk } from '../../lambdas/agent-api/edge.schema.ts';

const PrivateJwk = z.extend(PublicJwk, { d: z.string() });
export type PrivateJwk = z.infer<typeof PrivateJwk>;

const KeyPairs = z.object({ signing_jwk: PrivateJwk, encryption_jwk: PrivateJwk });
export type KeyPairs = z.infer<typeof KeyPairs>;

/** Marks of the machine that made the keys, because an image or a backup can carry keys to another one. */
const HostMarks = z.object({ instance: z.optional(z.string()), machine: z.optional(z.string()) });
export type HostMarks = z.infer<typeof HostMarks>;

/** The machine's site, organization and server. */
const Enrollment = z.extend(EnrollmentAnswer, {
  site: z.string(),
  /** The site before `set-site`. Until `until`, it is the fallback when the new one does not accept this machine. */
  former: z.optional(z.object({ site: z.string(), until: z.string() })),
});

/** The file `identity.json`: the machine's own keys and, once enrolled, its enrollment. */
export const Identity = z.extend(KeyPairs, {
  enrollment: z.optional(Enrollment),
  host: HostMarks,
  /** New keys of a rotation. The service may already have them, so either pair may be the accepted one. */
  next: z.optional(KeyPairs),
  /** Keys of a new enrollment, which the service may already have. */
  anew: z.optional(z.extend(KeyPairs, { host: HostMarks })),
});
export type Identity = z.infer<typeof Identity>;
export type EnrolledIdentity = Identity & { enrollment: NonNullable<Identity['enrollment']> };

/**
 * True when the keys were made on another machine, as far as the marks show. An instance id takes precedence over a machine id.
 */
export function isOfAnotherHost({ host: made }: Pick<Identity, 'host'>, here: HostMarks): boolean {
  for (const mark of ['instance', 'machine'] as const)
    if (made[mark] !== undefined && here[mark] !== undefined) return made[mark] !== here[mark];
  return false;
}
