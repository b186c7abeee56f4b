import type { Settings } from '../../contract/stack/settings.schema.ts';
import type { StepName } from '../../contract/stack/steps.ts';
import type { Preflight } from '../../lambdas/acme/challenge.ts';
import { createDomain } from '../../lambdas/api/domains/create-domain.ts';
import { retryDomain } from '../../lambdas/api/domains/domain-actions.ts';
import { deleteDomain } from '../../lambdas/api/domains/list-get-delete-domains.ts';
import { renewDomain } from '../../lambdas/api/domains/renew-domain.ts';
import { updateDomain } from '../../lambdas/api/domains/update-domain.ts';
import { idempotencyStore } from '../../lambdas/api/pipeline/idempotency/idempotency.store.ts';
import { requestLog } from '../../lambdas/api/pipeline/keep-request.ts';
import { rateStore } from '../../lambdas/api/pipeline/rate-limit.store.ts';
import { type ApiPorts, apiRoute } from '../../lambdas/api/pipeline/serve-api.ts';
import { createWebhook } from '../../lambdas/api/webhooks/create-webhook.ts';
import { deleteWebhook } from '../../lambdas/api/webhooks/list-get-delete-webhooks.ts';
import { looksAtServer } from '../../lambdas/checks/look-at-server.ts';
import { lookAtCname } from '../../lambdas/dns/look-at-cname.ts';
import { looksAtOwnership } from '../../lambdas/dns/look-at-ownership.ts';
import { recursiveReader } from '../../lambdas/dns/walk/dns-reader.ts';
import { recordReport } from '../../lambdas/edge/agent-routes.ts';
import { listChanges } from '../../lambdas/edge/list-changes.ts';
import { dispatch } from '../../lambdas/lifecycle/ca-budget/dispatch.ts';
import { type Slots, slotsAt } from '../../lambdas/lifecycle/ca-budget/offer-slot.ts';
import { openSlots, slotsByCa, spendWrites } from '../../lambdas/lifecycle/ca-budget/open-slots.store.ts';
import { watchCa } from '../../lambdas/lifecycle/ca-health/watch-ca.ts';
import { reconcileDue } from '../../lambdas/lifecycle/recovery/reconcile-use.ts';
import { restartFailed } from '../../lambdas/lifecycle/recovery/restart-failed.ts';
import { sweepShard } from '../../lambdas/lifecycle/recovery/sweep.ts';
import { sweepOutbox } from '../../lambdas/lifecycle/recovery/sweep-outbox.ts';
import { checkSlots, type Lane } from '../../lambdas/lifecycle/requests/check-slot.ts';
import { runStep, type Step } from '../../lambdas/lifecycle/run-step.ts';
import { useReconciliationStore } from '../../lambdas/model/accounts/use-reconciliation.store.ts';
import { challengeStore, zoneBacklogReader } from '../../lambdas/model/domains/challenge/challenge.store.ts';
import { claimStore } from '../../lambdas/model/domains/claim.store.ts';
import { domainStore } from '../../lambdas/model/domains/domain.store.ts';
import { domainListStore } from '../../lambdas/model/domains/domain-list.store.ts';
import type { Domain, Phase } from '../../lambdas/model/domains/domain-row.schema.ts';
import type { Watch } from '../../lambdas/model/domains/issuance.schema.ts';
import { revocationStore } from '../../lambdas/model/domains/revocation.store.ts';
import { watchStore } from '../../lambdas/model/domains/watch.store.ts';
import { domainPlacesStore } from '../../lambdas/model/events/domain-places.store.ts';
import { eventAppendStore } from '../../lambdas/model/events/event-append.store.ts';
import { eventLogStore } from '../../lambdas/model/events/event-log.store.ts';
import { useCounterStore } from '../../lambdas/model/events/use-counter.store.ts';
import { certificateStore, formerCertificateStore } from '../../lambdas/model/servers/certificate.store.ts';
import { expectedHostnameStore } from '../../lambdas/model/servers/change-list.store.ts';
import { installersOf } from '../../lambdas/model/servers/installers.store.ts';
import { managedTenantStore } from '../../lambdas/model/servers/managed-tenant.store.ts';
import type { Machine } from '../../lambdas/model/servers/server.schema.ts';
import { serverStore } from '../../lambdas/model/servers/server.store.ts';
import { serverListStore } from '../../lambdas/model/servers/server-list.store.ts';
import { circuitBreakerStore } from '../../lambdas/model/webhooks/circuit-breaker.store.ts';
import { deliveryStore } from '../../lambdas/model/webhooks/delivery.store.ts';
import { dueDeliveryStore } from '../../lambdas/model/webhooks/due-delivery.store.ts';
import { receiverMemoryStore } from '../../lambdas/model/webhooks/receiver-memory.store.ts';
import { webhookStore } from '../../lambdas/model/webhooks/webhook.store.ts';
import { webhookSlotsStore } from '../../lambdas/model/webhooks/webhook-slots.store.ts';
import { type RelayPorts, relay } from '../../lambdas/relay/relay.ts';
import { dailyCheck } from '../../lambdas/scan/look-at-suspected.ts';
import { mostRenewals } from '../../lambdas/scan/renewal-pace.ts';
import { scanShard } from '../../lambdas/scan/scan-shard.ts';
import { visitDomain } from '../../lambdas/scan/visit-domain.ts';
import { visitShard } from '../../lambdas/scan/visit-shard.ts';
import { watchCursorStore } from '../../lambdas/scan/watch-cursor.store.ts';
import { deliver, type QueuedMessage } from '../../lambdas/sender/deliver.ts';
import { moveShard } from '../../lambdas/sender/move-due-deliveries.ts';
import { busyOrganizations, hostBudget, openBreakers, shareOf } from '../../lambdas/sender/process-memory.ts';
import type { DeliverPorts } from '../../lambdas/sender/sender-ports.ts';
import { openSecrets } from '../../lambdas/sender/sign-delivery.ts';
import type { Queue } from '../../lambdas/shared/aws/queue.gateway.ts';
import type { GuardedNet } from '../../lambdas/shared/net/guarded.gateway.ts';
import type { Post } from '../../lambdas/shared/net/http-post.gateway.ts';
import type { Resolve } from '../../lambdas/shared/net/resolve.ts';
import { unrelayedStore } from '../../lambdas/shared/outbox/unrelayed.store.ts';
import { omit } from '../../lambdas/shared/rows/omit.ts';
import type { Sealed } from '../../lambdas/shared/secrets/sealed.schema.ts';
import type { ServiceSecret } from '../../lambdas/shared/secrets/service-secret.ts';
import { organizationSlotsStore } from '../../lambdas/shared/slots/organization-slots.store.ts';
import { pauseReader } from '../../lambdas/shared/switches/switches.store.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';
import type { Table } from '../../lambdas/shared/table/table.store.ts';
import type { Clock } from '../../lambdas/shared/time/clock.gateway.ts';
import { addSeconds } from '../../lambdas/shared/time/instant.ts';
import { checkDns, checkThenWatch } from '../../lambdas/steps/dns/check-dns.ts';
import { watchDns } from '../../lambdas/steps/dns/watch-dns.ts';
import { removeDomain } from '../../lambdas/steps/installation/remove-domain.ts';
import { retireCertificate } from '../../lambdas/steps/installation/retire-certificate.ts';
import { verifyInstallation } from '../../lambdas/steps/installation/verify-installation.ts';
import { verifyMove } from '../../lambdas/steps/installation/verify-move.ts';
import { answerChallenge } from '../../lambdas/steps/issuance/answer-challenge.ts';
import { certificateAuthorities } from '../../lambdas/steps/issuance/ca-choice.ts';
import { createOrder } from '../../lambdas/steps/issuance/create-order.ts';
import { downloadCertificate } from '../../lambdas/steps/issuance/download-certificate.ts';
import { finalizeOrder, pollOrder } from '../../lambdas/steps/issuance/finalize-order.ts';
import { caStores, downloadStores } from '../../lambdas/steps/issuance/issuance.store.ts';
import { prepareIssuance } from '../../lambdas/steps/issuance/prepare-issuance.ts';
import { revokeCertificate } from '../../lambdas/steps/issuance/revoke-certificate.ts';
import { NO_PROOFS } from '../lambdas/steps/issuance/told-agents.ts';
import type { SimulatedCa } from './simulated-ca.ts';

/** All that lies outside of the functions: what their gateways would reach. */
export interface Outside {
  table: Table;
  settings: Settings;
  /** Steps take a slot of the CA's budget when they are offered one, and not with the row that uses it: a guard is away. */
  takesSlotsFirst: boolean;
  serviceSecret: ServiceSecret;
  clock: Clock;
  newId: (prefix: string) => string;
  newDomainId: (now: Date) => number;
  newLabel: () => string;
  /** From 0 to just below 1. */
  jitter: () => number;
  pause: () => Promise<void>;
  resolve: Resolve;
  net: Pick<GuardedNet, 'tlsPeers' | 'tlsPeer'>;
  preflight: (domain: Domain, now: Date) => Promise<Preflight>;
  ca: SimulatedCa;
  caName: string;
  newKeyAndCsr: (hostname: string) => Promise<{ privateKeyPem: string; csr: string }>;
  seal: (text: string, context: string) => Promise<Sealed>;
  openSealed: (sealed: Sealed, context: string) => Promise<string>;
  encryptToMachine: (plaintext: string, machine: Machine) => Promise<string>;
  dnsQueue: Queue;
  deliveries: Queue;
  post: Post;
  startExecution: RelayPorts['startExecution'];
}

const log = () => {};
/** Of a run by a schedule. */
const LONGEST_RUN_SECONDS = 20;
const LONGEST_MOVE_SECONDS = 45;
const LONGEST_VISITS_SECONDS = 240;
const contextOf = (organizationId: string, domainId: number) => `${organizationId}/${domainId}`;

/**
 * The functions of a deployment, put together as their entry points do (`*.lambda.ts`), with what a process keeps in its memory:
 * a new process calls this again.
 */
export function openFunctions(outside: Outside) {
  const { table, settings, serviceSecret, clock, newId, jitter, pause, resolve, net, ca, caName } = outside;
  const { timings, baseTarget, acme } = settings;
  const domains = domainStore(table, { newId });
  const claims = claimStore(table);
  const { certificates, servers, installers } = installersOf(table, () => newId('evt'));
  const formers = formerCertificateStore(table);
  const stepPorts = { domains, clock, log, restoreEpoch: 0, spendWrites: spendWrites(table), pause };
  const openDnsReader = () => recursiveReader(resolve);
  const lookAt = (domain: Domain, now: Date) => lookAtCname({ openDnsReader, servers, baseTarget, serviceSecret }, domain, now);
  const health = caStores.health(table, acme.directoryUrl);
  const authority = ca.authority();
  const watched = { name: caName, ca: authority, ...watchCa({ stored: health, isServing: authority.isServing, clock, log }) };
  const paused = pauseReader(table, clock);
  const isZoneBehind = zoneBacklogReader(table, clock);
  const cas = certificateAuthorities([watched], (spread) => Math.floor(spread * jitter()), paused, isZoneBehind, clock);
  const slotsOf = slotsByCa(table, [{ ...acme, caName }]);
  const account = openSlots(table, acme);
  const challenges = { 'http-01': challengeStore(table), 'dns-01': NO_PROOFS };
  const download = { cas, ...downloadStores({ table, settings, clock }), clock };
  const announcing = { certificates, servers, installers };
  const endsAt = () => new Date(addSeconds(clock(), LONGEST_RUN_SECONDS));
  const dispatchPorts = { ...account, paused, domains, transact: table.transact, clock, log, timings };
  const run = <P extends Phase, Observed>(step: Step<P, Observed>) => runStep(step, stepPorts);
  const slotPorts = { store: organizationSlotsStore(table, keys.dnsSlots), newId, clock, jitter, log };
  const watchPorts = (lane: Lane) => ({
    ...stepPorts,
    queue: outside.dnsQueue,
    slotOf: checkSlots(lane, settings.dnsChecks.processesPerOrganization, slotPorts),
    jitter,
  });
  const dnsStep = checkDns({ openDnsReader, servers, claims, baseTarget, serviceSecret });
  const tenants = managedTenantStore(table);
  const preparation = {
    paused,
    lookAtCname: lookAt,
    lookAtValidation: async () => {
      throw new Error('no domain here is validated by DNS');
    },
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
  const steps: Record<StepName, (event: unknown) => Promise<{ next: string; waitSeconds: number; quiet?: unknown }>> = {
    'check-dns': checkThenWatch(dnsStep, watchPorts('step')),
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
    'poll-order': run(pollOrder(download, { ...announcing, challenges })),
    'finalize-order': run(finalizeOrder(download, announcing)),
    'download-certificate': run(downloadCertificate(download, announcing)),
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
    'revoke-certificate': revokeCertificate({ ...stepPorts, caOf: () => authority, revocations: revocationStore(table) }),
    'remove-domain': removeDomain({
      domains,
      claims,
      servers,
      certificateWrites: certificates,
      installerWrites: installers,
      challenges,
      clock,
      log,
      restoreEpoch: 0,
    }),
  };
  const relayPorts: RelayPorts = {
    startExecution: outside.startExecution,
    rehearse: async () => {},
    wakeAws: async () => {},
    settings,
    events: { log: eventAppendStore(table, settings), pause },
    deliveries: outside.deliveries,
    log,
  };
  const senderPorts = {
    deliveries: deliveryStore(table),
    breaker: circuitBreakerStore(table),
    events: eventLogStore(table, settings),
    queue: outside.deliveries,
    clock,
    newId,
    log,
    paused,
    settings: settings.webhooks,
  };
  const deliverPorts: DeliverPorts = {
    ...senderPorts,
    slots: webhookSlotsStore(table),
    organizationSlots: organizationSlotsStore(table, keys.organizationSlots),
    webhooks: webhookStore(table),
    receivers: receiverMemoryStore(table),
    post: outside.post,
    openSecrets: openSecrets((organizationId, id, sealed) => outside.openSealed(sealed, contextOf(organizationId, id))),
    hostBudget: hostBudget(shareOf(settings.webhooks.concurrency + settings.webhooks.slowConcurrency)),
    openBreakers: openBreakers(),
    busyOrganizations: busyOrganizations(),
    jitter,
    pause,
  };
  const movePorts = { ...senderPorts, due: dueDeliveryStore(table) };
  const lookAtServer = looksAtServer({ net, settings, servers });
  const scanPorts = {
    domains,
    claims,
    clock,
    log,
    timings,
    lookAt: async (domain: Domain, now: Date) => {
      const [dns, seen] = await Promise.all([lookAt(domain, now), lookAtServer(domain, now)]);
      return { dns, ...seen };
    },
  };
  const watches = watchStore(table);
  // What the CA says of renewals is not played.
  const ask = async (watch: Watch) => ({ watch });
  const visit = visitDomain({ ...scanPorts, watches, ask, visits: [dailyCheck(scanPorts)] });
  const visiting = { watches, cursors: watchCursorStore(table), visit, clock, log, timings };
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
    restoreEpoch: 0,
    jitter,
    pause,
    log,
  };
  let routes: ReturnType<typeof apiRoutes> | undefined;
  return {
    steps,
    relay: (records: Parameters<typeof relay>[0]) => relay(records, clock(), relayPorts),
    watchDns: watchDns(dnsStep, watchPorts('queue')),
    restartFailed: (event: unknown) => restartFailed(event, { domains, clock, timings, log, restoreEpoch: 0 }),
    sweep: (shard: number) => sweepShard(shard, { domains, clock, log, timings, pause }, endsAt()),
    sweepOutbox: (shard: number) => sweepOutbox(shard, { outbox: unrelayedStore(table), clock, log }, endsAt()),
    scan: async (shard: number) => {
      const { failures } = await scanShard(shard, mostRenewals(shard, clock(), settings), scanPorts, endsAt());
      const visited = await visitShard(shard, visiting, new Date(addSeconds(clock(), LONGEST_VISITS_SECONDS)));
      const all = [...failures, ...visited.failures];
      if (all.length > 0) throw new AggregateError(all, `${all.length} domains could not be scanned`);
    },
    dispatch: () => dispatch(dispatchPorts, endsAt()),
    deliver: (messages: readonly QueuedMessage[]) => deliver(messages, deliverPorts, clock()),
    moveDue: (shards: readonly number[]) => {
      const moveEndsAt = new Date(addSeconds(clock(), LONGEST_MOVE_SECONDS));
      return Promise.all(shards.map((shard) => moveShard(shard, movePorts, moveEndsAt)));
    },
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
          rehearsalWrite: () => {
            throw new Error('there is no organization in test mode');
          },
        },
        endsAt(),
      ),
    agent: { ports: agentPorts, listChanges, recordReport },
    /** Of the API: their schemas take a while to make, and few processes are for it. */
    routes: () => {
      routes ??= apiRoutes(outside, { domains, claims, servers });
      return routes;
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

export type Functions = ReturnType<typeof openFunctions>;

type Stores = {
  domains: ReturnType<typeof domainStore>;
  claims: ReturnType<typeof claimStore>;
  servers: ReturnType<typeof serverStore>;
};

function apiRoutes(outside: Outside, { domains, claims, servers }: Stores) {
  const { table, settings, serviceSecret, clock, newId, pause, resolve } = outside;
  const { baseTarget, timings } = settings;
  const ports: ApiPorts = {
    rates: rateStore(table, settings.rateLimits),
    requests: requestLog(table),
    log,
    patience: () => new Promise(() => {}),
    idempotency: idempotencyStore(table),
    answers: {
      seal: (organizationId, body) => outside.seal(body, organizationId),
      open: (organizationId, body) => outside.openSealed(body, organizationId),
    },
    serviceSecret,
    clock,
    newLeaseId: () => newId('lease'),
  };
  const creation = {
    domains,
    claims,
    servers,
    places: domainPlacesStore(table),
    serverLists: serverListStore(table),
    lookAtOwnership: looksAtOwnership({ resolveWithin: () => resolve, servers, baseTarget, serviceSecret }),
    serviceSecret,
    settings,
    timings,
    newDomainId: outside.newDomainId,
    newLabel: outside.newLabel,
    newId,
    log,
    pause,
  };
  const change = { domains, claims, timings, pause };
  const hooks = {
    webhooks: webhookStore(table),
    receivers: receiverMemoryStore(table),
    rates: ports.rates,
    settings,
    newWebhookId: outside.newDomainId,
    newId,
    newSecret: () => 'whsec_c2VjcmV0',
    sealSecret: (organizationId: string, id: number, secret: string) => outside.seal(secret, contextOf(organizationId, id)),
    checkReceiver: async () => ({ problems: [], warnings: [] }),
    pause,
  };
  const routeOf = (route: Parameters<typeof apiRoute>[0]) => apiRoute(route, ports);
  return {
    createDomain: routeOf(createDomain(creation)),
    deleteDomain: routeOf(deleteDomain(change)),
    renewDomain: routeOf(renewDomain(change)),
    retryDomain: routeOf(retryDomain(creation)),
    updateDomain: routeOf(
      updateDomain({ ...creation, certificates: certificateStore(table), tenants: managedTenantStore(table) }),
    ),
    createWebhook: routeOf(createWebhook(hooks)),
    deleteWebhook: routeOf(deleteWebhook(hooks)),
  };
}
