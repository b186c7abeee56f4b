import type { StepName } from '../../contract/stack/steps.ts';
import { lookAtCname } from '../../lambdas/dns/look-at-cname.ts';
import { recursiveReader } from '../../lambdas/dns/walk/dns-reader.ts';
import { recordReport } from '../../lambdas/edge/agent-routes.ts';
import { listChanges } from '../../lambdas/edge/list-changes.ts';
import { spendWrites } from '../../lambdas/lifecycle/ca-budget/open-slots.store.ts';
import { epochStore } from '../../lambdas/lifecycle/recovery/epoch.store.ts';
import { hastenAwaited } from '../../lambdas/lifecycle/recovery/hasten-awaited.ts';
import { reconcileDue } from '../../lambdas/lifecycle/recovery/reconcile-use.ts';
import { restartFailed } from '../../lambdas/lifecycle/recovery/restart-failed.ts';
import { sweepShard } from '../../lambdas/lifecycle/recovery/sweep.ts';
import { sweepOutbox } from '../../lambdas/lifecycle/recovery/sweep-outbox.ts';
import { checkSlots, type Lane } from '../../lambdas/lifecycle/requests/check-slot.ts';
import { runStep, type Step } from '../../lambdas/lifecycle/run-step.ts';
import { testClockStore } from '../../lambdas/model/accounts/test-clock.store.ts';
import { useReconciliationStore } from '../../lambdas/model/accounts/use-reconciliation.store.ts';
import { challengeStore, proofStore } from '../../lambdas/model/domains/challenge/challenge.store.ts';
import { claimStore } from '../../lambdas/model/domains/claim.store.ts';
import { domainStore } from '../../lambdas/model/domains/domain.store.ts';
import { domainListStore } from '../../lambdas/model/domains/domain-list.store.ts';
import type { Domain, Phase } from '../../lambdas/model/domains/domain-row.schema.ts';
import { watchStore } from '../../lambdas/model/domains/watch.store.ts';
import { domainPlacesStore } from '../../lambdas/model/events/domain-places.store.ts';
import { eventAppendStore } from '../../lambdas/model/events/event-append.store.ts';
import { useCounterStore } from '../../lambdas/model/events/use-counter.store.ts';
import { certificateStore, formerCertificateStore } from '../../lambdas/model/servers/certificate.store.ts';
import { installersOf } from '../../lambdas/model/servers/installers.store.ts';
import { serverStore } from '../../lambdas/model/servers/server.store.ts';
import { type RelayPorts, relay } from '../../lambdas/relay/relay.ts';
import { openRehearsals, openZoneWakes } from '../../lambdas/shared/aws/queue.gateway.ts';
import { redriveSince } from '../../lambdas/shared/outbox/outbox.store.ts';
import { unrelayedStore } from '../../lambdas/shared/outbox/unrelayed.store.ts';
import { omit } from '../../lambdas/shared/rows/omit.ts';
import type { Sealed } from '../../lambdas/shared/secrets/sealed.schema.ts';
import { organizationSlotsStore } from '../../lambdas/shared/slots/organization-slots.store.ts';
import { pauseReader } from '../../lambdas/shared/switches/switches.store.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';
import { addSeconds } from '../../lambdas/shared/time/instant.ts';
import { checkDns, checkThenWatch } from '../../lambdas/steps/dns/check-dns.ts';
import { watchDns } from '../../lambdas/steps/dns/watch-dns.ts';
import { removeDomain } from '../../lambdas/steps/installation/remove-domain.ts';
import { retireCertificate } from '../../lambdas/steps/installation/retire-certificate.ts';
import { verifyInstallation } from '../../lambdas/steps/installation/verify-installation.ts';
import { verifyMove } from '../../lambdas/steps/installation/verify-move.ts';
import { apiRoutes } from './functions/api-functions.ts';
import { issuing } from './functions/issuance-functions.ts';
import { contextOf, LONGEST_RUN_SECONDS, log, type Outside } from './functions/outside.ts';
import { openPortal } from './functions/portal-functions.ts';
import { rehearsing } from './functions/rehearsal-functions.ts';
import { scanning } from './functions/visit-functions.ts';
import { sending } from './functions/webhook-functions.ts';
import { publishing } from './functions/zone-functions.ts';

/**
 * The functions of a deployment, put together as their entry points do (`*.lambda.ts`), with what a process keeps in its memory:
 * a new process calls this again.
 */
export function openFunctions(outside: Outside) {
  const { table, settings, serviceSecret, clock, newId, jitter, pause, resolve, net } = outside;
  const { timings, baseTarget } = settings;
  const domains = domainStore(table, { newId });
  const claims = claimStore(table);
  const installing = installersOf(table, () => newId('evt'));
  const { certificates, servers, installers } = installing;
  const formers = formerCertificateStore(table);
  const { restoreEpoch = 0 } = settings;
  const testClock = testClockStore(table);
  const stepPorts = { domains, clock, log, restoreEpoch, spendWrites: spendWrites(table), pause };
  const openDnsReader = () => recursiveReader(resolve);
  const lookAt = (domain: Domain, now: Date) => lookAtCname({ openDnsReader, servers, baseTarget, serviceSecret }, domain, now);
  const paused = pauseReader(table, clock);
  const challenges = { 'http-01': challengeStore(table), 'dns-01': proofStore(table, () => newId('evt')) };
  const endsAt = () => new Date(addSeconds(clock(), LONGEST_RUN_SECONDS));
  const run = <P extends Phase, Observed>(step: Step<P, Observed>) => runStep(step, stepPorts);
  const slotPorts = { store: organizationSlotsStore(table, keys.dnsSlots), newId, clock, jitter, log };
  const watchPorts = (lane: Lane) => ({
    ...stepPorts,
    queue: outside.dnsQueue,
    slotOf: checkSlots(lane, settings.dnsChecks.processesPerOrganization, slotPorts),
    jitter,
  });
  const dnsStep = checkDns({ openDnsReader, servers, claims, baseTarget, serviceSecret });
  const issuance = issuing(outside, { domains, lookAt, installing, stepPorts, challenges, paused });
  const steps: Record<StepName, (event: unknown) => Promise<{ next: string; waitSeconds: number; quiet?: unknown }>> = {
    'check-dns': checkThenWatch(dnsStep, watchPorts('step')),
    ...issuance.steps,
    'verify-installation': run(
      verifyInstallation(
        { certificates, formers, watches: watchStore(table), servers, net, httpsPort: 443, lookAtCname: lookAt, baseTarget },
        { servers, installers },
      ),
    ),
    'verify-move': run(
      verifyMove(
        {
          certificates,
          formers,
          servers,
          net,
          httpsPort: 443,
          lookAtOwnTarget: (domain, now) => lookAt(omit(domain, 'move') as Domain, now),
        },
        { servers, installers },
      ),
    ),
    'retire-certificate': run(retireCertificate({ servers, certificateWrites: certificates, installerWrites: installers })),
    'remove-domain': removeDomain({
      domains,
      claims,
      servers,
      certificateWrites: certificates,
      installerWrites: installers,
      challenges,
      clock,
      log,
      restoreEpoch,
    }),
  };
  const relayPorts: RelayPorts = {
    startExecution: outside.startExecution,
    rehearse: openRehearsals('rehearse', outside.rehearsals),
    wakeZone: openZoneWakes('zone', outside.zoneQueue),
    wakeAws: async () => {},
    settings,
    events: { log: eventAppendStore(table, settings), pause },
    deliveries: outside.deliveries,
    log,
  };
  const agentPorts = {
    table,
    servers: serverStore(table),
    certificates: certificateStore(table),
    openSealedKey: (organizationId: string, domainId: number, sealed: Sealed) =>
      outside.openSealed(sealed, contextOf(organizationId, domainId)),
    encryptToMachine: outside.encryptToMachine,
    newAuditId: () => newId('aud'),
    newEventId: () => newId('evt'),
    baseTarget,
    pace: settings.agent,
    restoreEpoch,
    jitter,
    pause,
    log,
  };
  let routes: ReturnType<typeof apiRoutes> | undefined;
  let portal: ReturnType<typeof openPortal> | undefined;
  return {
    steps,
    relay: (records: Parameters<typeof relay>[0]) => relay(records, clock(), relayPorts),
    watchDns: watchDns(dnsStep, watchPorts('queue')),
    restartFailed: (event: unknown) => restartFailed(event, { domains, clock, timings, log, restoreEpoch }),
    sweep: async (shard: number) => {
      const ports = { domains, clock, log, timings, pause };
      await hastenAwaited(shard, { ...ports, epochs: epochStore(table), restoreEpoch }, endsAt());
      return sweepShard(shard, ports, endsAt());
    },
    /** What an administrator has the sweep do. */
    redriveSince: (since: Date) => redriveSince(table, since, clock),
    sweepOutbox: (shard: number) => sweepOutbox(shard, { outbox: unrelayedStore(table), clock, log }, endsAt()),
    scan: scanning(outside, { domains, claims, servers }),
    dispatch: issuance.dispatch,
    publishZone: publishing(outside),
    ...sending(outside, paused),
    rehearse: rehearsing(outside, { domains, claims, installing }),
    reconcile: () =>
      reconcileDue(
        {
          reconciliations: useReconciliationStore(table),
          domains: domainListStore(table),
          uses: useCounterStore(table),
          places: domainPlacesStore(table),
          outbox: unrelayedStore(table),
          table,
          clock,
          log,
          report: async () => {},
          rehearsalWrite: (organizationId) => testClock.rehearsalWrite(organizationId, newId('evt'), clock()),
        },
        endsAt(),
      ),
    agent: { ports: agentPorts, listChanges, recordReport },
    /** Of the API: their schemas take a while to make, and few processes are for it. */
    routes: () => {
      routes ??= apiRoutes(outside);
      return routes;
    },
    portal: () => {
      portal ??= openPortal(outside, { domains, claims });
      return portal;
    },
  };
}

export type Functions = ReturnType<typeof openFunctions>;
