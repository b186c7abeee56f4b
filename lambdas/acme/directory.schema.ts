import * as z from 'zod/mini';

const Meta = z.object({ caaIdentities: z.optional(z.array(z.string())) });

/** What a CA's directory says, as far as we read it (RFC 8555, section 7.1.1; `renewalInfo`: RFC 9773, section 3). */
export const Directory = z.object({
  newNonce: z.string(),
  newAccount: z.string(),
  newOrder: z.string(),
  revokeCert: z.optional(z.string()),
  renewalInfo: z.optional(z.string()),
  /** `caaIdentities`: by which names the CA calls itself in CAA records. No order is to fail for what is wrong with it. */
  meta: z.pipe(
    z.optional(z.unknown()),
    z.transform((meta) => Meta.safeParse(meta).data), // `z.catch` would be 7 kB of every bundle that reads this
  ),
});
export type Directory = z.infer<typeof Directory>;
