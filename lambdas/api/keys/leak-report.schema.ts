import * as z from 'zod/mini';
import { maxLength, minLength } from '../../../contract/text.schema.ts';

/** More than a scanner finds at once, and more than fits a body of 256 KiB. */
const MAX_FOUND = 2000;
const MAX_TYPE = 100;

/**
 * GitHub's report; unknown fields are ignored.
 * https://docs.github.com/en/code-security/secret-scanning/secret-scanning-partnership-program/secret-scanning-partner-program
 */
export const LeakReport = z
  .array(
    z.object({
      token: z.string(),
      type: z.optional(z.string().check(maxLength(MAX_TYPE, `may have ${MAX_TYPE} characters`))),
      /** Where the secret was found. GitHub may leave it empty. */
      url: z.optional(z.string()),
    }),
  )
  .check(minLength(1, 'needs at least one secret'), maxLength(MAX_FOUND, `may have ${MAX_FOUND} secrets`));
export type Finding = z.infer<typeof LeakReport>[number];

/** GitHub's public keys, from https://api.github.com/meta/public_keys/secret_scanning. */
export const GithubKeys = z.object({ public_keys: z.array(z.object({ key_identifier: z.string(), key: z.string() })) });
