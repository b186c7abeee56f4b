import { ownCaaRecord } from '../lambdas/acme/caa-identities.ts';
import type { DnsClient } from './dns-client.ts';
import { admin } from './first-organization.ts';
import type { StateDir } from './machine/state-dir.ts';
import type { Change } from './name-servers/changes.ts';
import { PEBBLE_CAA_IDENTITY } from './processes/pebble.ts';

/** What a name has beside it that leads to us, as long as Pebble does not know our account: each Pebble gives it another URL. */
export const CAA_OF_ANY_ACCOUNT = ownCaaRecord(PEBBLE_CAA_IDENTITY, undefined);

/** The base target and every label below it that has no records of its own. */
export function caaOfAnyAccount(baseTarget: string): Change[] {
  return [`*.${baseTarget}`, baseTarget].map((name) => ({ do: 'set', name, type: 'CAA', values: [CAA_OF_ANY_ACCOUNT] }));
}

/** Introduces the service to Pebble, and publishes the records that name its account, as whoever deploys does by hand. */
export async function publishCaa(state: StateDir, dns: DnsClient): Promise<void> {
  const { records } = (await admin(state, ['caa', '--register'])) as { records: { name: string; value: string }[] };
  // Each CA has a record at the same names, and to set a name's records replaces all of them.
  const names = new Set(records.map(({ name }) => name));
  const valuesAt = (at: string) => records.filter(({ name }) => name === at).map(({ value }) => value);
  await Promise.all([...names].map((name) => dns.set(name, 'CAA', valuesAt(name))));
}
