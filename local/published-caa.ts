import { ownCaaRecord } from '../lambdas/shared/acme/own-caa-record.ts';
import type { DnsServer } from './dns-server.ts';
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
export async function publishCaa(state: StateDir, dns: DnsServer): Promise<void> {
  const { records } = (await admin(state, ['caa', '--register'])) as { records: { name: string; type: string; value: string }[] };
  const sets = Map.groupBy(records, ({ name }) => name);
  await Promise.all(
    [...sets].map(([name, ofName]) =>
      dns.set(
        name,
        'CAA',
        ofName.map(({ value }) => value),
      ),
    ),
  );
}
