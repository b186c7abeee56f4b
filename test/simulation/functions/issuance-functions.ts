import type { PublishPorts } from '../../../lambdas/acme/challenge.ts';
import { lookAtValidation } from '../../../lambdas/dns/look-at-cname.ts';
import { recursiveReader } from '../../../lambdas/dns/walk/dns-reader.ts';
import { dispatch } from '../../../lambdas/lifecycle/ca-budget/dispatch.ts';
import { type Slots, slotsAt } from '../../../lambdas/lifecycle/ca-budget/offer-slot.ts';
import { openSlots, slotsByCa, spendWrites } from '../../../lambdas/lifecycle/ca-budget/open-slots.store.ts';
import { watchCa } from '../../../lambdas/lifecycle/ca-health/watch-ca.ts';
import type { DnsObservation } from '../../../lambdas/lifecycle/observation.ts';
import type { StepPorts } from '../../../lambdas/lifecycle/run-step.ts';
import { runStep, type Step } from '../../../lambdas/lifecycle/run-step.ts';
import { zoneBacklogReader } from '../../../lambdas/model/domains/challenge/challenge.store.ts';
import type { domainStore } from '../../../lambdas/model/domains/domain.store.ts';
import type { Domain, Phase, Validation } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { revocationStore } from '../../../lambdas/model/domains/revocation.store.ts';
import { expectedHostnameStore } from '../../../lambdas/model/servers/change-list.store.ts';
import type { installersOf } from '../../../lambdas/model/servers/installers.store.ts';
import { managedTenantStore } from '../../../lambdas/model/servers/managed-tenant.store.ts';
import type { ReadPauses } from '../../../lambdas/shared/switches/switches.store.ts';
import type { Table } from '../../../lambdas/shared/table/table.store.ts';
import { addSeconds } from '../../../lambdas/shared/time/instant.ts';
import { answerChallenge } from '../../../lambdas/steps/issuance/answer-challenge.ts';
import { certificateAuthorities } from '../../../lambdas/steps/issuance/ca-choice.ts';
import { createOrder } from '../../../lambdas/steps/issuance/create-order.ts';
import { downloadCertificate } from '../../../lambdas/steps/issuance/download-certificate.ts';
import { finalizeOrder, pollOrder } from '../../../lambdas/steps/issuance/finalize-order.ts';
import { caStores, downloadStores } from '../../../lambdas/steps/issuance/issuance.store.ts';
import { prepareIssuance } from '../../../lambdas/steps/issuance/prepare-issuance.ts';
import { revokeCertificate } from '../../../lambdas/steps/issuance/revoke-certificate.ts';
import { contextOf, LONGEST_RUN_SECONDS, log, type Outside } from './outside.ts';

interface IssuancePorts {
  domains: ReturnType<typeof domainStore>;
  lookAt: (domain: Domain, now: Date) => Promise<DnsObservation>;
  installing: ReturnType<typeof installersOf>;
  stepPorts: StepPorts;
  challenges: PublishPorts;
  paused: ReadPauses;
}

/** The steps that ask a CA, and what comes before and after an order. */
export function issuing(outside: Outside, { domains, lookAt, installing, stepPorts, challenges, paused }: IssuancePorts) {
  const { table, settings, clock, ca, caName, jitter, resolve } = outside;
  const { timings, acme } = settings;
  const { certificates, servers } = installing;
  const health = caStores.health(table, acme.directoryUrl);
  const authority = ca.authority();
  const watched = { name: caName, ca: authority, ...watchCa({ stored: health, isServing: authority.isServing, clock, log }) };
  const isZoneBehind = zoneBacklogReader(table, clock);
  const cas = certificateAuthorities([watched], (spread) => Math.floor(spread * jitter()), paused, isZoneBehind, clock);
  const slotsOf = slotsByCa(table, [{ ...acme, caName }]);
  const account = openSlots(table, acme);
  const download = { cas, ...downloadStores({ table, settings, clock }), clock };
  const tenants = managedTenantStore(table);
  const dispatchPorts = { ...account, paused, isZoneBehind, domains, transact: table.transact, clock, log, timings };
  const run = <P extends Phase, Observed>(step: Step<P, Observed>) => runStep(step, stepPorts);
  const preparation = {
    paused,
    isZoneBehind,
    lookAtCname: lookAt,
    lookAtValidation: (domain: Domain, validation: Validation, now: Date) =>
      lookAtValidation({ openDnsReader: () => recursiveReader(resolve) }, domain, validation, now),
    lookAtCaa: async () => [{ kind: 'caa-allows' as const }],
    cloudFront: { lookAtCaa: async () => ({ kind: 'caa-allows' as const }), tenants, certificates },
    preflight: outside.preflight,
    servers,
    slots: outside.takesSlotsFirst ? takingFirst(slotsAt(account), table) : slotsAt(account),
    caNames: [caName] as const,
    hostnameWrites: { expected: expectedHostnameStore(table), servers },
    newKeyAndCsr: outside.newKeyAndCsr,
    seal: (privateKeyPem: string, { organizationId, id }: Domain) => outside.seal(privateKeyPem, contextOf(organizationId, id)),
  };
  return {
    dispatch: () => dispatch(dispatchPorts, new Date(addSeconds(clock(), LONGEST_RUN_SECONDS))),
    steps: {
      'prepare-issuance': run(
        prepareIssuance(
          { ...preparation, caNames: [caName] },
          {
            dispatch: () => dispatch(dispatchPorts, new Date(addSeconds(clock(), 3))),
            announceTenant: async () => {},
          },
        ),
      ),
      'create-order': run(createOrder({ cas, challenges, slotsOf, clock })),
      'answer-challenge': run(answerChallenge({ cas, clock, challenges })),
      'poll-order': run(pollOrder(download, { ...installing, challenges })),
      'finalize-order': run(finalizeOrder(download, installing)),
      'download-certificate': run(downloadCertificate(download, installing)),
      'revoke-certificate': revokeCertificate({ ...stepPorts, caOf: () => authority, revocations: revocationStore(table) }),
    },
  };
}

/** As steps did it once: a slot was taken before the work of the step, which may fail. */
function takingFirst(slots: Slots, table: Table): Slots {
  return {
    ...slots,
    async offer(...asked) {
      const offered = await slots.offer(...asked);
      if (offered.kind !== 'slot-granted') return offered;
      for (const write of spendWrites(table)(offered.spends)) await table.transact([write]);
      return { ...offered, spends: [] };
    },
  };
}
