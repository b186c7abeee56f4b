import { OUR_CHALLENGE_TYPE } from './challenge.ts';
import type { ReadDirectory } from './exchange.gateway.ts';

/** How long a CA that gave no directory is not asked again for its names by whoever waits for them. */
export const SILENCE_REMEMBERED_SECONDS = 5;

/**
 * The CA's names in CAA records, none where it does not say them (RFC 8555, section 7.1.1); undefined where it does not answer.
 */
export async function caaIdentitiesOf(directory: ReadDirectory): Promise<readonly string[] | undefined> {
  const read = await directory();
  return read && (read.meta?.caaIdentities ?? []);
}

/**
 * The value of the CAA record that lets this service have certificates, and nobody else at the same CA (RFC 8659, section 4.2;
 * RFC 8657). Without `accountUrl`, which a CA says only when it is first asked, any account of the CA may, by the same way of
 * validation.
 */
export function ownCaaRecord(identity: string, accountUrl: string | undefined): string {
  const account = accountUrl === undefined ? '' : `; accounturi=${accountUrl}`;
  return `0 issue "${identity}; validationmethods=${OUR_CHALLENGE_TYPE}${account}"`;
}
