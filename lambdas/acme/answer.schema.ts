import * as z from 'zod/mini';

/** What a CA sends, as far as we read it (RFC 8555, sections 7.1 and 6.7). */
const problem = {
  type: z.optional(z.string()),
  detail: z.optional(z.string()),
};
const Subproblems = z.array(z.object({ ...problem, identifier: z.optional(z.object({ value: z.string() })) }));

export const ProblemDocument = z.object({
  ...problem,
  /** RFC 8555, section 6.7.1. What is no subproblem is none: the problem itself matters more. */
  subproblems: z.pipe(
    z.optional(z.unknown()),
    z.transform((subproblems) => Subproblems.safeParse(subproblems).data),
  ),
});
export type ProblemDocument = z.infer<typeof ProblemDocument>;

export const Order = z.object({
  status: z.enum(['pending', 'ready', 'processing', 'valid', 'invalid']),
  finalize: z.string(),
  /** None where the CA asks for no proof: it knows the name already. */
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
  /** Of dns-persist-01: by which names the CA goes, as drafts before 02 call it and as later ones do; and our account there. */
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

/** What a CA's directory says, as far as we read it (RFC 8555, section 7.1.1; `renewalInfo`: RFC 9773, section 3). */
export const Directory = z.object({
  newNonce: z.string(),
  newAccount: z.string(),
  newOrder: z.string(),
  revokeCert: z.optional(z.string()),
  renewalInfo: z.optional(z.string()),
  /**
   * `caaIdentities`: by which names the CA calls itself in CAA records. `accountHashPrefix`: with what it calls us in TXT records
   * begins. No order is to fail for what is wrong with it.
   */
  meta: z.pipe(
    z.optional(z.unknown()),
    z.transform((meta) => Meta.safeParse(meta).data), // `z.catch` would be 7 kB of every bundle that reads this
  ),
});
export type Directory = z.infer<typeof Directory>;
