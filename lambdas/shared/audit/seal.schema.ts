import * as z from 'zod/mini';

const text = z.string();

/** An entry in a seal. `place`: its partition, without the organization, such as `changes#2026-11`. */
const SealedEntry = z.object({ place: text, id: text, sha256: text });
export type SealedEntry = z.infer<typeof SealedEntry>;

/**
 * Hashes of some audit entries of an organization, and of the previous seal: a change of one entry changes the hashes of all
 * later seals.
 */
export const Seal = z.object({
  organizationId: text,
  /** From 1, without gaps. */
  number: z.int(),
  sealedAt: text,
  /** Absent in the first one. Includes its time, from which its expiry follows. */
  previous: z.optional(z.object({ sha256: text, sealedAt: text })),
  entries: z.array(SealedEntry),
  /** The hash of all fields above, computed in lambdas/shared/audit/seal.ts. */
  sha256: text,
});
export type Seal = z.infer<typeof Seal>;

/** The heads of the chains that grew on a day, at the time of signing. */
export const DayOfHeads = z.object({
  day: text,
  signedAt: text,
  /** The hash of the previous day's text; absent in the first one. */
  previousSha256: z.optional(text),
  heads: z.record(text, z.object({ number: z.int(), sha256: text })),
});
export type DayOfHeads = z.infer<typeof DayOfHeads>;

/** A signed day as stored: the exact text that was signed, and its signature (ECDSA, P-256, SHA-256; DER in base64). */
export interface SignedDay {
  day: string;
  text: string;
  signature: string;
  /** More than one: somebody has overwritten it. */
  versions: number;
}

/** The longest time until an entry has a seal, for both the alarm `seals-behind` and the verification. */
export const SEALED_WITHIN_MINUTES = 15;
