import * as z from 'zod/mini';

/** The time allowed at the provider: longer than finding one's second factor. */
export const FLOW_SECONDS = 600;

/** The state of a sign-in, in an encrypted cookie. */
export const SignInFlow = z.object({
  state: z.string(),
  nonce: z.string(),
  /** PKCE: the code alone is useless. */
  codeVerifier: z.string(),
  /** Relative to the site's origin. */
  returnPath: z.string(),
  /** The provider must ask for the password again. */
  isFresh: z.boolean(),
  /** The requested organization; the person may not be a member. */
  organizationId: z.optional(z.string()),
  endsAt: z.string(),
});
export type SignInFlow = z.infer<typeof SignInFlow>;

/** The identified person while the confirmation question is open. It replaces the flow in the cookie. */
export const ProvenSignIn = z.object({
  /** Random; valid for one session. */
  id: z.string(),
  person: z.object({
    issuer: z.string(),
    subject: z.string(),
    email: z.optional(z.string()),
    name: z.optional(z.string()),
  }),
  authenticatedAt: z.string(),
  returnPath: z.string(),
  organizationId: z.optional(z.string()),
  endsAt: z.string(),
});
export type ProvenSignIn = z.infer<typeof ProvenSignIn>;
