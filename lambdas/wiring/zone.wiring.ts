import { type Ca, casOf } from '../../contract/stack/settings.schema.ts';
import { acmeAccountStore } from '../acme/account.store.ts';
import { ownCaaRecords } from '../acme/caa-identities.ts';
import { challengeTypesOf } from '../acme/challenge.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';
import { openWakes } from './wakes.wiring.ts';

/** What the writer of the zone of the base target has. */
export function openZone<R extends Rows & NetEdges>(rows: R) {
  const { table, settings, caaIdentitiesOf } = rows;
  const caaSources = {
    identitiesOf: (ca: Ca) => caaIdentitiesOf(ca)(),
    accountOf: ({ directoryUrl }: Ca) => acmeAccountStore(table, directoryUrl).get(),
  };
  return lazily(
    {
      /**
       * The values of the CAA records that let only our accounts have certificates, and what each CA is called now: by what it
       * was called last, if it does not answer.
       */
      ownCaa: () => (lastNames: Readonly<Record<string, string>>) =>
        ownCaaRecords(casOf(settings), challengeTypesOf(settings), caaSources, lastNames),
    },
    openWakes(rows),
  );
}
export type Zone = ReturnType<typeof openZone<Rows & NetEdges>>;
