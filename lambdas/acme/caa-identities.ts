import type { ReadDirectory } from './directory.gateway.ts';

/** How long a CA that gave no directory is not asked again for its names by whoever waits for them. */
export const SILENCE_REMEMBERED_SECONDS = 5;

/** The CA's names in CAA records, none where it does not say them (RFC 8555, section 7.1.1); undefined where it does not answer. */
export async function caaIdentitiesOf(directory: ReadDirectory): Promise<readonly string[] | undefined> {
  const read = await directory();
  return read && (read.meta?.caaIdentities ?? []);
}
