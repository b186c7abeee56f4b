import * as z from 'zod/mini';
import { EnrollmentAnswer, PublicJwk } from '../../lambdas/edge/edge.schema.ts';

const PrivateJwk = z.extend(PublicJwk, { d: z.string() });
export type PrivateJwk = z.infer<typeof PrivateJwk>;

const KeyPairs = z.object({ signing_jwk: PrivateJwk, encryption_jwk: PrivateJwk });
export type KeyPairs = z.infer<typeof KeyPairs>;

/** Of the machine on which the keys were made: an image or a backup carries them to others. */
const HostMarks = z.object({ instance: z.optional(z.string()), machine: z.optional(z.string()) });
export type HostMarks = z.infer<typeof HostMarks>;

/** Where the machine belongs. */
const Enrollment = z.extend(EnrollmentAnswer, {
  site: z.string(),
  /** The site before `set-site`. Until `until`, it is asked where the new one does not answer for this machine. */
  former: z.optional(z.object({ site: z.string(), until: z.string() })),
});

/** The file `identity.json`: the machine's own keys, and once enrolled, where it belongs. */
export const Identity = z.extend(KeyPairs, {
  enrollment: z.optional(Enrollment),
  host: HostMarks,
  /** New keys of which the service may know already: whether it does shows which of the two it accepts. */
  next: z.optional(KeyPairs),
  /** Keys with which the machine enrolls anew, of which the service may know already. */
  anew: z.optional(z.extend(KeyPairs, { host: HostMarks })),
});
export type Identity = z.infer<typeof Identity>;
export type EnrolledIdentity = Identity & { enrollment: NonNullable<Identity['enrollment']> };

/** Whether the keys were made on another machine, as far as anybody can tell: an instance's id says more than a machine's. */
export function isOfAnotherHost({ host: made }: Pick<Identity, 'host'>, here: HostMarks): boolean {
  for (const mark of ['instance', 'machine'] as const)
    if (made[mark] !== undefined && here[mark] !== undefined) return made[mark] !== here[mark];
  return false;
}
