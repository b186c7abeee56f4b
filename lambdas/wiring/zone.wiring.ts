import { type Ca, orderedCas } from '../../contract/stack/settings.schema.ts';
import { acmeAccountStore } from '../acme/account.store.ts';
import { ownCaaRecords } from '../acme/caa-identities.ts';
import { challengeTypesOf } from '../acme/challenge.ts';
import type { NetEdges } from './edges.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';
import { openWakes } from './wakes.wiring.ts';

export function openZone<R extends Rows & NetEdges>(rows: R) {
  const { table, settings, caaIdentitiesOf } = rows;
  const caaSources = {
    identitiesOf: (ca: Ca) => caaIdentitiesOf(ca)(),
    accountOf: ({ directoryUrl }: Ca) => acmeAccountStore(table, directoryUrl).get(),
  };
  return lazily(
    {
      /**
       * CAA records that allow only this deployment's CA accounts, with each CA's current name, or its last known one if it does
       * not answer.
       */
      ownCaa: () => (lastNames: Readonly<Record<string, string>>) =>
        ownCaaRecords(orderedCas(settings), challengeTypesOf(settings), caaSources, lastNames),
    },
    openWakes(rows),
  );
}
export type Zone = ReturnType<typeof openZone<Rows & NetEdges>>;
