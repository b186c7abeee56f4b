import * as z from 'zod/mini';

const text = z.string();

/** An entry as a seal remembers it. `place`: its partition, without the organization, such as `changes#2026-11`. */
const SealedEntry = z.object({ place: text, id: text, sha256: text });
export type SealedEntry = z.infer<typeof SealedEntry>;

/**
 * Some entries of an organization's audit, by their hashes, and the seal before: whoever changes one of them changes the hashes
 * of all later seals.
 */
export const Seal = z.object({
  organizationId: text,
  /** From 1, without a gap. */
  number: z.int(),
  sealedAt: text,
  /** Absent in the first one. With its time, so that it is known when it expired. */
  previous: z.optional(z.object({ sha256: text, sealedAt: text })),
  entries: z.array(SealedEntry),
  /** Of all the above, as lambdas/shared/audit/seal.ts computes it. */
  sha256: text,
});
export type Seal = z.infer<typeof Seal>;

/** The heads of the chains that grew on a day, as they were when it was signed. */
export const DayOfHeads = z.object({
  day: text,
  signedAt: text,
  /** Of the text of the day before; absent in the first one. */
  previousSha256: z.optional(text),
  heads: z.record(text, z.object({ number: z.int(), sha256: text })),
});
export type DayOfHeads = z.infer<typeof DayOfHeads>;

/** A day as it is kept: the very text that was signed, and its signature (ECDSA, P-256, SHA-256; DER in base64). */
export interface SignedDay {
  day: string;
  text: string;
  signature: string;
  /** More than one: somebody has put another in its place. */
  versions: number;
}

/** The alarm `seals-behind` and the verification agree on it: an entry has a seal by then. */
export const SEALED_WITHIN_MINUTES = 15;
