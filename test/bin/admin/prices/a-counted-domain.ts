import { generateKeyPairSync } from 'node:crypto';
import type { StepOutcome } from '../../../../contract/stack/execution.schema.ts';
import type { NextStep } from '../../../../contract/stack/steps.ts';
import { readsAccountUrl } from '../../../../lambdas/acme/account.store.ts';
import { publicJwk } from '../../../../lambdas/acme/account.ts';
import { acmeGateway, certificateAuthority } from '../../../../lambdas/acme/acme.gateway.ts';
import { lookAtBoth } from '../../../../lambdas/dns/look-at-cname.ts';
import { recursiveReader } from '../../../../lambdas/dns/walk/dns-reader.ts';
import type { AgentCaller } from '../../../../lambdas/edge/agent-credentials.ts';
import { recordReport } from '../../../../lambdas/edge/agent-routes.ts';
import { listChanges } from '../../../../lambdas/edge/list-changes.ts';
import { slotsAt } from '../../../../lambdas/lifecycle/ca-budget/offer-slot.ts';
import { openSlots, spendWrites } from '../../../../lambdas/lifecycle/ca-budget/open-slots.store.ts';
import { caHealthStore } from '../../../../lambdas/lifecycle/ca-health/ca-health.store.ts';
import { certificateAuthorities } from '../../../../lambdas/lifecycle/ca-health/certificate-authorities.ts';
import { watchCa } from '../../../../lambdas/lifecycle/ca-health/watch-ca.ts';
import { checkSlots, type Lane } from '../../../../lambdas/lifecycle/requests/check-slot.ts';
import { runStep, type Step } from '../../../../lambdas/lifecycle/run-step.ts';
import { challengeStore, zoneBacklogReader } from '../../../../lambdas/model/domains/challenge/challenge.store.ts';
import { claimStore } from '../../../../lambdas/model/domains/claim.store.ts';
import { domainStore } from '../../../../lambdas/model/domains/domain.store.ts';
import type { Domain, Phase } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { watchStore } from '../../../../lambdas/model/domains/watch.store.ts';
import { certificateStore, formerCertificateStore } from '../../../../lambdas/model/servers/certificate.store.ts';
import { expectedHostnameStore } from '../../../../lambdas/model/servers/change-list.store.ts';
import { serverStore } from '../../../../lambdas/model/servers/server.store.ts';
import type { QueueMessage } from '../../../../lambdas/shared/aws/queue.gateway.ts';
import { organizationSlotsStore } from '../../../../lambdas/shared/slots/organization-slots.store.ts';
import { pauseReader } from '../../../../lambdas/shared/switches/switches.store.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { checkDns, checkThenWatch } from '../../../../lambdas/steps/dns/check-dns.ts';
import { watchDns } from '../../../../lambdas/steps/dns/watch-dns.ts';
import { verifyInstallation } from '../../../../lambdas/steps/installation/verify-installation.ts';
import { answerChallenge } from '../../../../lambdas/steps/issuance/answer-challenge.ts';
import { createOrder } from '../../../../lambdas/steps/issuance/create-order.ts';
import { newKeyAndCsr } from '../../../../lambdas/steps/issuance/csr.gateway.ts';
import { downloadCertificate } from '../../../../lambdas/steps/issuance/download-certificate.ts';
import { finalizeOrder, pollOrder } from '../../../../lambdas/steps/issuance/finalize-order.ts';
import { prepareIssuance } from '../../../../lambdas/steps/issuance/prepare-issuance.ts';
import { aDomain, NOW, SECOND, timings } from '../../../lambdas/a-domain.ts';
import { NOTHING_AT_AWS } from '../../../lambdas/aws-servers/nothing-at-aws.ts';
import { machine, server } from '../../../lambdas/edge/an-agent.ts';
import { AT_NO_PRICE } from '../../../lambdas/lifecycle/at-no-price.ts';
import { resolverKnowing } from '../../../lambdas/shared/net/answers.ts';
import { DIRECTORY_URL, InMemoryCa } from '../../../lambdas/steps/issuance/in-memory-ca.ts';
import { oneAccount } from '../../../lambdas/steps/issuance/one-ca.ts';
import { NO_CLOUDFRONT, NO_PROOFS, NOBODY_NEXT } from '../../../lambdas/steps/issuance/told-agents.ts';
import { ACountedStream, webhookItem } from './a-counted-stream.ts';
import { meteredTable } from './metered-table.ts';

const accountKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
/** As KMS and AES-256-GCM make it of a P-256 key in PKCS #8 PEM. */
const SEALED = { dataKey: 'k'.repeat(250), iv: 'i'.repeat(16), tag: 't'.repeat(24), ciphertext: 'c'.repeat(330) };

/** `enter` and `done`; a step and the choice behind it. A wait before the next one is another. */
const ENTRANCE_AND_END = 2;
const STEP_AND_TURN = 2;

type Turn = (event: unknown) => Promise<StepOutcome>;

/**
 * One domain on its way through all steps, each over the metered table, with a CA in memory and a server that shows what it gets.
 */
export class ACountedDomain {
  readonly ca = new InMemoryCa();
  readonly metered = meteredTable([{ ...keys.server('org_A', 1), ...server }, webhookItem]);
  readonly stream = new ACountedStream(this.metered);
  now = NOW;
  /** Of Lambdas that are steps or looks. */
  runs = 0;
  /** State transitions: each state of the machine that an execution enters (lib/lifecycle/lifecycle-definition.ts). */
  transitions = 0;
  #ids = 0;
  readonly #domains = domainStore(this.metered.table, {
    newId: (prefix) => `${prefix}_${String(this.#ids++).padStart(16, '0')}${'0'.repeat(10)}`,
  });
  readonly #run = this.#steps();

  async create(): Promise<Domain> {
    const domain = aDomain('awaiting-dns');
    const change = { timeline: 'domain.created', events: ['domain.created' as const], startExecution: true };
    await this.#domains.create(domain, claimStore(this.metered.table).firstWrite(domain), change);
    await this.stream.follow(this.now);
    this.now = new Date(this.now.getTime() + SECOND);
    return domain;
  }

  /** The window of a name that never points here. Answers the messages that were sent. */
  async watch(domainId: number): Promise<number> {
    const queued: { body: string; dueAtMs: number }[] = [];
    let sent = 0;
    const send = async (messages: readonly QueueMessage[]) => {
      for (const { body, delaySeconds = 0 } of messages)
        queued.push({ body, dueAtMs: this.now.getTime() + delaySeconds * SECOND });
      sent += messages.length;
      return [];
    };
    const step = this.#checkDns({});
    const ports = {
      domains: this.#domains,
      clock: () => this.now,
      log: () => {},
      restoreEpoch: 0,
      dnsQueue: { send },
      slotOfLane: (lane: Lane) => this.#slotOf(lane),
      jitter: () => 0.5,
      ...AT_NO_PRICE,
    };
    await this.#execute('check-dns', { 'check-dns': checkThenWatch(step, ports) }, { domainId, attempt: 1 });
    for (let next = queued.shift(); next; next = queued.shift()) {
      this.now = new Date(next.dueAtMs + SECOND);
      await watchDns(step, ports)([{ id: '1', body: next.body, receives: 1 }]);
      this.runs += 1;
    }
    await this.stream.follow(this.now);
    return sent;
  }

  /** The machine of the server fetches what is new and reports that it shows it. */
  async #fetchAndReport(): Promise<void> {
    const { table } = this.metered;
    const [servers, certificates] = [serverStore(table), certificateStore(table)];
    const ports = {
      ...{ servers, certificates, table, openSealedKey: async () => 'PRIVATE', encryptToMachine: async () => 'jwe' },
      ...{
        newAuditId: () => `aud_${this.#ids++}`,
        pace: { busyPollSeconds: 2, idlePollSeconds: 60, silentAfterSeconds: 660 },
        jitter: () => 0.5,
        pause: async () => {},
        log: () => {},
      },
    };
    const silence = { newEventId: () => `evt_${this.#ids++}`, baseTarget: 'cname.service.net' };
    const answer = await listChanges(await this.#caller(), {}, { ...ports, ...silence, restoreEpoch: 0 }, this.now);
    if (answer.changes.length !== 1) throw new Error('not one change');
    const serving = { place: answer.place ?? '', missing: [], missing_count: 0 };
    await recordReport(await this.#caller(), { serving }, { ...ports, restoreEpoch: 0 }, this.now);
  }

  /** One read finds who asks. */
  async #caller(): Promise<AgentCaller> {
    const found = await serverStore(this.metered.table).getMachine('org_A', 1, machine.id);
    if (!found) throw new Error('no machine');
    const lately = { ...found.machine, lastSeenAt: this.now.toISOString() };
    return { server: found.server, machine: lately, signature: { id: `once${this.#ids++}`, signedAt: this.now } };
  }

  #slotOf(lane: Lane) {
    const store = organizationSlotsStore(this.metered.table, keys.dnsSlots);
    const newId = () => 'lease_01K000000000000000000000';
    return checkSlots(lane, 10, { store, newId, clock: () => this.now, jitter: () => 0.5, log: () => {} });
  }

  #checkDns(known: Record<string, string[]>) {
    const { table } = this.metered;
    const openDnsReader = () => recursiveReader(resolverKnowing(known));
    const ports = { openDnsReader, servers: serverStore(table), baseTarget: 'cname.service.net' };
    return checkDns({ lookAtRecords: (domain, now) => lookAtBoth(ports, domain, now), claims: claimStore(table) });
  }

  /** From a step to the end of the execution. */
  async go(from: NextStep, domainId: number): Promise<void> {
    const { attempt } = (await this.row(domainId)).execution;
    await this.#execute(from, this.#run, { domainId, attempt });
  }

  async #execute(from: NextStep, steps: Record<string, Turn>, facts: { domainId: number; attempt: number }): Promise<void> {
    this.transitions += ENTRANCE_AND_END;
    for (let next = from; next !== 'done'; ) {
      this.ca.validate();
      this.ca.issue();
      if (next === 'verify-installation') await this.#fetchAndReport();
      const turn = steps[next];
      if (!turn) throw new Error(`no step ${next}`);
      const outcome = await turn({ ...facts, timings, epoch: 0 });
      await this.stream.follow(this.now);
      this.runs += 1;
      this.transitions += STEP_AND_TURN + (outcome.next !== 'done' && outcome.waitSeconds > 0 ? 1 : 0);
      next = outcome.next;
      this.now = new Date(this.now.getTime() + (outcome.waitSeconds + 1) * SECOND);
    }
  }

  /** Without being metered. */
  async row(domainId: number): Promise<Domain> {
    const units = { ...this.metered.used };
    const row = await this.#domains.get(domainId);
    Object.assign(this.metered.used, units);
    if (!row) throw new Error('no such domain');
    return row;
  }

  /** As a renewal begins. */
  async replace(before: Domain, after: Domain): Promise<void> {
    const change = { timeline: 'certificate.renewal_requested', events: [], startExecution: true };
    await this.#domains.replace(before, after, change);
    await this.stream.follow(this.now);
  }

  #steps(): Record<string, Turn> {
    const { table } = this.metered;
    const step = { domains: this.#domains, clock: () => this.now, log: () => {}, restoreEpoch: 0 };
    const ports = { ...step, spendWrites: spendWrites(table), pauseAfterLostRace: async () => {} };
    const run = <P extends Phase, O>(step: Step<P, O>) => runStep(step, ports);
    const dns = aDomain('awaiting-dns');
    const [servers, certificates] = [serverStore(table), certificateStore(table)];
    const formerCertificates = formerCertificateStore(table);
    const acme = acmeGateway({ directoryUrl: DIRECTORY_URL, exchange: this.ca.exchange, clock: () => this.now });
    this.ca.accounts.push(publicJwk(accountKey));
    const account = { kind: 'ok' as const, value: { key: accountKey, url: 'https://ca.test/account/0' } };
    const ca = certificateAuthority(
      acme,
      oneAccount(async () => account),
    );
    const clock = () => this.now;
    // Each step is a process of its own, with its own memory of how the CA is.
    const cas = () => {
      const watch = watchCa({ stored: caHealthStore(table, DIRECTORY_URL), isServing: ca.isServing, clock, log: () => {} });
      const [paused, isZoneBehind] = [pauseReader(table, clock), zoneBacklogReader(table, clock)];
      return certificateAuthorities([{ name: 'Test CA', ca, ...watch }], () => 0, paused, isZoneBehind, clock);
    };
    const slots = slotsAt(openSlots(table, { directoryUrl: DIRECTORY_URL, ordersPerMinute: 60 }));
    const countIssued = (_: string, domain: Parameters<typeof slots.countIssued>[0]) => slots.countIssued(domain, this.now);
    const download = () => ({ cas: cas(), clock, certificates, formerCertificates, servers, countIssued });
    const challenges = { 'http-01': challengeStore(table), 'dns-01': NO_PROOFS };
    const announcing = {
      certificates,
      servers,
      installers: { agent: { certificates, servers }, aws: NOTHING_AT_AWS },
      challenges,
    };
    const shown = async () => {
      const found = await this.row(dns.id);
      const fingerprintSha256 = found.phase === 'installing' ? found.issued.fingerprintSha256 : '';
      return {
        kind: 'certificate' as const,
        fingerprintSha256,
        issuer: 'CN=CA',
        subject: '',
        notAfter: '',
        address: '192.0.2.7',
      };
    };
    return {
      'check-dns': checkThenWatch(this.#checkDns({ [`CNAME ${dns.url}`]: [dns.cname.target] }), {
        ...ports,
        dnsQueue: { send: async () => [] },
        slotOfLane: (lane: Lane) => this.#slotOf(lane),
        jitter: () => 0.5,
      }),
      'prepare-issuance': run(
        prepareIssuance(
          {
            lookAtCname: async () => ({ kind: 'cname-matched', evidence: [] }),
            // The service's own records name its account, which is read then.
            lookAtValidation: async () => ({ kind: 'cname-matched', evidence: [] }),
            cloudFront: NO_CLOUDFRONT,
            lookAtCaa: async () => {
              await readsAccountUrl(table, DIRECTORY_URL)();
              return [{ kind: 'caa-allows' }];
            },
            preflight: async () => ({ kind: 'passed' }),
            servers,
            hostnameWrites: { expected: expectedHostnameStore(table), servers },
            slots,
            paused: pauseReader(table, clock),
            isZoneBehind: zoneBacklogReader(table, clock),
            caNames: ['Test CA'],
            newKeyAndCsr,
            sealPrivateKey: async () => SEALED,
          },
          NOBODY_NEXT,
        ),
      ),
      'create-order': run(createOrder({ cas: cas(), clock, challenges, slotsOf: () => slots })),
      'answer-challenge': run(answerChallenge({ cas: cas(), clock, challenges })),
      'poll-order': run(pollOrder(download(), announcing)),
      'finalize-order': run(finalizeOrder(download(), announcing)),
      'download-certificate': run(downloadCertificate(download(), announcing)),
      'verify-installation': run(
        verifyInstallation(
          {
            servers,
            certificates,
            formerCertificates,
            watches: watchStore(table),
            net: { tlsPeers: async () => [await shown()] },
            httpsPort: 443,
            lookAtLabel: async () => ({ kind: 'cname-matched', evidence: [] }),
            baseTarget: 'cname.service.net',
          },
          announcing,
        ),
      ),
    };
  }
}
