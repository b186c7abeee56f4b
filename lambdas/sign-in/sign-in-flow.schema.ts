import * as z from 'zod/mini';

/** So long may somebody take at the provider: longer than finding one's second factor. */
export const FLOW_SECONDS = 600;

/** What a browser carries from the begin of a sign-in to its end, in a cookie that only the service can read. */
export const SignInFlow = z.object({
  state: z.string(),
  nonce: z.string(),
  /** PKCE: whoever has only the code cannot use it. */
  codeVerifier: z.string(),
  /** Below the site's address. */
  returnPath: z.string(),
  /** The provider is to ask for the password again. */
  isFresh: z.boolean(),
  /** Into which the person wants to go; theirs or not. */
  organizationId: z.optional(z.string()),
  endsAt: z.string(),
});
export type SignInFlow = z.infer<typeof SignInFlow>;

/** Whom the provider has named, while the person reads what the sign-in asks first. It takes the flow's place in the cookie. */
export const ProvenSignIn = z.object({
  /** Random: it begins one session. */
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
