import * as z from 'zod/mini';
import { isWellFormed } from '../../shared/http/well-formed.schema.ts';
import { addressProblem, canonicalAddress, isOneNameOrAddresses, MOST_ADDRESSES } from './server-address.ts';

/** What the rules of a server's fields depend on. */
export interface ServerRules {
  baseTarget: string;
  ownNames: readonly string[];
}

export const ServerName = z
  .string()
  .check(
    z.regex(/\S/, 'needs at least one character that is not white space'),
    z.maxLength(100, 'may have 100 characters'),
    isWellFormed,
  );

export function serverAddress({ baseTarget, ownNames }: ServerRules) {
  const reserved = [baseTarget, ...ownNames];
  const entry = z.string().check((payload) => {
    const problem = addressProblem(payload.value, reserved);
    if (problem !== undefined) payload.issues.push({ code: 'custom', message: problem, input: payload.value });
  });
  return z.pipe(
    z
      .array(entry)
      .check(
        z.minLength(1, 'needs at least one address'),
        z.maxLength(MOST_ADDRESSES, `may have ${MOST_ADDRESSES} addresses`),
        z.refine(isOneNameOrAddresses, 'must be either one hostname or only IP addresses'),
        z.describe('One hostname, or one to eight IP addresses: where the `cname_target` points.'),
      ),
    z.transform((addresses) => [...new Set(addresses.map(canonicalAddress))]),
  );
}
