import * as z from 'zod/mini';
import { maxLength, minLength } from '../../../contract/text.schema.ts';

/** More than a scanner finds at once, and a body of 256 KiB holds no more. */
const MOST_FOUND = 2000;
const MOST_TYPE = 100;

/**
 * What was found, as GitHub sends it; what else it says about a finding is passed over.
 * https://docs.github.com/en/code-security/secret-scanning/secret-scanning-partnership-program/secret-scanning-partner-program
 */
export const LeakReport = z
  .array(
    z.object({
      token: z.string(),
      type: z.optional(z.string().check(maxLength(MOST_TYPE, `may have ${MOST_TYPE} characters`))),
      /** Where it was found. GitHub may leave it empty. */
      url: z.optional(z.string()),
    }),
  )
  .check(minLength(1, 'needs at least one secret'), maxLength(MOST_FOUND, `may have ${MOST_FOUND} secrets`));
export type Finding = z.infer<typeof LeakReport>[number];

/** GitHub's keys, as https://api.github.com/meta/public_keys/secret_scanning answers them. */
export const GithubKeys = z.object({ public_keys: z.array(z.object({ key_identifier: z.string(), key: z.string() })) });
