import * as z from 'zod/mini';

/** The parts of a CA's answers that we read (RFC 8555, sections 7.1 and 6.7). */
const problem = {
  type: z.optional(z.string()),
  detail: z.optional(z.string()),
};
const Subproblems = z.array(z.object({ ...problem, identifier: z.optional(z.object({ value: z.string() })) }));

export const ProblemDocument = z.object({
  ...problem,
  /** RFC 8555, section 6.7.1. Malformed subproblems are dropped: the problem itself matters more. */
  subproblems: z.pipe(
    z.optional(z.unknown()),
    z.transform((subproblems) => Subproblems.safeParse(subproblems).data),
  ),
});
export type ProblemDocument = z.infer<typeof ProblemDocument>;

export const Order = z.object({
  status: z.enum(['pending', 'ready', 'processing', 'valid', 'invalid']),
  finalize: z.string(),
  /** Empty if the CA already knows the name and asks for no proof. */
  authorizations: z.array(z.string()),
  certificate: z.optional(z.string()),
  error: z.optional(ProblemDocument),
});
export type Order = z.infer<typeof Order>;

export const Challenge = z.object({
  type: z.string(),
  url: z.string(),
  status: z.enum(['pending', 'processing', 'valid', 'invalid']),
  token: z.optional(z.string()),
  /** dns-persist-01: the CA's issuer names, as drafts before 02 and later drafts spell the field; and our account's URI there. */
  'issuer-domain-names': z.optional(z.array(z.string())),
  issuerDomainNames: z.optional(z.array(z.string())),
  accounturi: z.optional(z.string()),
  error: z.optional(ProblemDocument),
});
export type Challenge = z.infer<typeof Challenge>;

export const Authorization = z.object({
  status: z.enum(['pending', 'valid', 'invalid', 'deactivated', 'expired', 'revoked']),
  challenges: z.array(Challenge),
});
export type Authorization = z.infer<typeof Authorization>;

const Meta = z.object({ caaIdentities: z.optional(z.array(z.string())), accountHashPrefix: z.optional(z.string()) });

/** The parts of a CA's directory that we read (RFC 8555, section 7.1.1; `renewalInfo`: RFC 9773, section 3). */
export const Directory = z.object({
  newNonce: z.string(),
  newAccount: z.string(),
  newOrder: z.string(),
  revokeCert: z.optional(z.string()),
  renewalInfo: z.optional(z.string()),
  /**
   * `caaIdentities`: the CA's names in CAA records. `accountHashPrefix`: how our account's hash in TXT records begins. Malformed
   * metadata must not fail an order.
   */
  meta: z.pipe(
    z.optional(z.unknown()),
    z.transform((meta) => Meta.safeParse(meta).data), // `z.catch` would add 7 kB to every bundle that reads this
  ),
});
export type Directory = z.infer<typeof Directory>;
