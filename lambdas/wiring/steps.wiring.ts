import { orderedCas } from '../../contract/stack/settings.schema.ts';
import type { Issuing } from '../ca-limits/offer-slot.ts';
import { slotsByCa, spendWrites } from '../ca-limits/open-slots.store.ts';
import { proofStore } from '../model/domains/challenge/challenge.store.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import { domainContext } from '../shared/secrets/sealing-context.ts';
import { lazily } from './lazily.ts';
import type { Rows } from './rows.wiring.ts';

export function openSteps<R extends Rows>(rows: R) {
  const { table, settings, clock, newId, seal } = rows;
  const { baseTarget, restoreEpoch = 0 } = settings;
  const slotsOf = slotsByCa(table, orderedCas(settings));
  return lazily(
    {
      restoreEpoch: () => restoreEpoch,
      baseTarget: () => baseTarget,
      spendWrites: () => spendWrites(table),
      challenges: () => ({ 'http-01': rows.httpChallenges, 'dns-01': proofStore(table, () => newId('evt')) }),
      /** External effects of a step that are separate writes (`Step.gather`). */
      certificateWrites: () => rows.certificates,
      installerWrites: () => rows.installers,
      /** For orders at the preferred CA. */
      slots: () => slotsOf(undefined),
      /** At the CA of this name. */
      slotsOf: () => slotsOf,
      countIssued: () => (caName: string, domain: Issuing) => slotsOf(caName).countIssued(domain, clock()),
      sealPrivateKey:
        () =>
        (privateKeyPem: string, { organizationId, id }: Pick<Domain, 'organizationId' | 'id'>) =>
          seal(Buffer.from(privateKeyPem), domainContext(organizationId, id)),
    },
    rows,
  );
}
export type Steps = ReturnType<typeof openSteps<Rows>>;
