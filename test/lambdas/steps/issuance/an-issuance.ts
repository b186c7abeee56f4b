import { generateKeyPairSync } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { StepOutcome } from '../../../../contract/stack/execution.schema.ts';
import { publicJwk } from '../../../../lambdas/acme/account.ts';
import { acmeGateway, type CertificateAuthority, certificateAuthority } from '../../../../lambdas/acme/acme.gateway.ts';
import type { CaHealthStore } from '../../../../lambdas/ca-limits/ca-health.store.ts';
import type { CaHealth } from '../../../../lambdas/ca-limits/ca-health.ts';
import {
  type CertificateAuthorities,
  certificateAuthorities,
  type WatchedCa,
} from '../../../../lambdas/ca-limits/certificate-authorities.ts';
import { watchCa } from '../../../../lambdas/ca-limits/watch-ca.ts';
import type { Proof, StoredChallenge } from '../../../../lambdas/model/domains/challenge/challenge.store.ts';
import type { Change } from '../../../../lambdas/model/domains/domain.store.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { STEP_OF_PHASE } from '../../../../lambdas/model/domains/phase.ts';
import type { Certificate, CertificateToInstall } from '../../../../lambdas/model/servers/certificate.schema.ts';
import { formerCertificateStore } from '../../../../lambdas/model/servers/certificate.store.ts';
import type { Log } from '../../../../lambdas/shared/runtime/log.gateway.ts';
import { pausesIn, type Switches } from '../../../../lambdas/shared/switches/switches.store.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { openTable } from '../../../../lambdas/shared/table/table.store.ts';
import type { Clock } from '../../../../lambdas/shared/time/clock.gateway.ts';
import { answerChallenge } from '../../../../lambdas/steps/issuance/answer-challenge.ts';
import { createOrder } from '../../../../lambdas/steps/issuance/create-order.ts';
import { newKeyAndCsr } from '../../../../lambdas/steps/issuance/csr.gateway.ts';
import { downloadCertificate } from '../../../../lambdas/steps/issuance/download-certificate.ts';
import { finalizeOrder } from '../../../../lambdas/steps/issuance/finalize-order.ts';
import { pollOrder } from '../../../../lambdas/steps/issuance/poll-order.ts';
import { runStep } from '../../../../lambdas/steps/run-step.ts';
import { aDomain, NOW, timings } from '../../a-domain.ts';
import { NOTHING_AT_AWS } from '../../aws-servers/nothing-at-aws.ts';
import { ALWAYS, grantedAt } from '../../ca-limits/open-slots.ts';
import { server } from '../../edge/an-agent.ts';
import { AT_NO_PRICE } from '../../lifecycle/at-no-price.ts';
import { DIRECTORY_URL, InMemoryCa } from './in-memory-ca.ts';
import { oneAccount } from './one-ca.ts';

export const STEPS = ['create-order', 'answer-challenge', 'poll-order', 'finalize-order', 'download-certificate'] as const;
export type CaStepName = (typeof STEPS)[number];

const FIRST_CA = 'Test CA';
const HOSTNAME = 'shop.customer.com';
const SLOT_TAKEN = 'certificate.slot_granted';

/** Too late for a step to begin the next one (ca-step.ts). */
const HELD_UP_MS = 8_001;

const formers = formerCertificateStore(openTable(new DynamoDBClient({}), 'table'));
const accountKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;

/** A CA that is a program: how each process opens it, and where its challenges' answers go. */
export interface OtherCa {
  name: string;
  open: (clock: Clock) => CertificateAuthority;
  publish: (token: string, keyAuthorization: string) => void;
}

/** A domain with a prepared key, a CA, and the steps between them, each a process of its own like the Lambdas. */
export class AnIssuance {
  readonly ca: InMemoryCa;
  readonly challenges = new Map<string, StoredChallenge>();
  /** Proofs for the zone, if its name servers show them, and labels to clear. */
  readonly proofs: Proof[] = [];
  isProofServed = false;
  /** Shows a proof. Returns true once all of the zone's name servers answer it. */
  showProof = async (_: Proof) => this.isProofServed;
  readonly withdrawn: string[] = [];
  /** Labels that keep their proof, and until when. */
  readonly left: { label: string; until: string }[] = [];
  readonly certificates: CertificateToInstall[] = [];
  readonly changes: Change[] = [];
  /** The certificate at the server before the new one. */
  atServer: Certificate | undefined;
  readonly formers: Record<string, unknown>[] = [];
  /** Fingerprints announced to agents. */
  readonly announced: string[] = [];
  /** Makes announcements fail. */
  announcementFails = false;
  domain: Domain;
  now = NOW;
  /** Makes outside checks slow, so that no step does the next one's work. */
  isHeldUp = false;
  /** Slots for orders: available by default. */
  takeAnother = async () => true;
  /** True when the budgets of the fallback CAs have room. */
  fallbackSlots = true;
  takesFallbackSlot = async () => this.fallbackSlots;
  /** The jitter of spread pauses: none by default. */
  jitterSeconds = (_spreadSeconds: number) => 0;
  /** What an operator has paused. */
  paused: Switches['paused'] = {};
  /** True when the zone's publisher has more work than it can do within an hour. */
  isZoneBehind = false;
  /** Kills the Lambda between its outside call and its write. */
  dieBeforeWrite = false;
  #run: Record<CaStepName, (event: unknown) => Promise<StepOutcome>> | undefined;

  private constructor(csr: string, ca: InMemoryCa, hostname = HOSTNAME) {
    this.ca = ca;
    const ordering = aDomain('ordering');
    this.domain = { ...ordering, url: hostname, issuance: { ...ordering.issuance, csr } };
  }

  /** Each domain has its own key. */
  static async prepared(ca = new InMemoryCa()): Promise<AnIssuance> {
    return new AnIssuance((await newKeyAndCsr(HOSTNAME)).csr, ca);
  }

  /** At CAs that are programs, the preferred one first. Their health is remembered. */
  static async preparedAt(others: readonly OtherCa[], hostname: string): Promise<AnIssuance> {
    const issuance = new AnIssuance((await newKeyAndCsr(hostname)).csr, new InMemoryCa(), hostname);
    issuance.others = others;
    issuance.remembersTrouble = true;
    return issuance;
  }

  /** Runs every step before this one. */
  static async readyFor(name: CaStepName): Promise<AnIssuance> {
    const issuance = await AnIssuance.prepared();
    issuance.isHeldUp = true;
    for (const step of STEPS.slice(0, STEPS.indexOf(name))) {
      await issuance.run(step);
      issuance.letCaWork();
    }
    issuance.isHeldUp = false;
    issuance.ca.requests.length = 0;
    return issuance;
  }

  /** Runs a step and waits, as the state machine does. After a turn that only took a slot, the next one follows at once. */
  async run(name: CaStepName): Promise<StepOutcome> {
    const outcome = await this.runTurn(name);
    return this.changes.at(-1)?.timeline === SLOT_TAKEN && outcome.next === name ? this.runTurn(name) : outcome;
  }

  async runTurn(name: CaStepName): Promise<StepOutcome> {
    this.#run ??= this.#processes();
    const outcome = await this.#run[name]({
      domainId: this.domain.id,
      attempt: this.domain.execution.attempt,
      timings,
      epoch: 0,
    });
    this.now = new Date(this.now.getTime() + outcome.waitSeconds * 1000);
    return outcome;
  }

  stepOfPhase(): CaStepName {
    const step = STEPS.find((name) => name === STEP_OF_PHASE[this.domain.phase]);
    if (!step) throw new Error(`no step of an issuance has its turn: ${this.domain.phase}`);
    return step;
  }

  async runKilled(name: CaStepName): Promise<void> {
    this.dieBeforeWrite = true;
    await this.run(name).catch(() => undefined);
    this.dieBeforeWrite = false;
  }

  /** New processes, which remember nothing. */
  restart(): void {
    this.#run = undefined;
  }

  /** Runs all remaining steps, with a CA that acts at once. */
  async finish(from: CaStepName = 'create-order'): Promise<void> {
    for (const name of STEPS.slice(STEPS.indexOf(from))) {
      this.letCaWork();
      await this.run(name);
    }
  }

  /** The state after a lost order, once prepared again with nothing changed outside. */
  prepareAgain(preparedAt?: Date): void {
    const { domain } = this;
    if (domain.phase !== 'preparing') throw new Error(`the order was not lost: ${domain.phase}`);
    const slotGrantedAt = this.now.toISOString();
    const issuance = { ...domain.issuance, slotGrantedAt, ...(preparedAt && { preparedAt: preparedAt.toISOString() }) };
    this.domain = { ...domain, phase: 'ordering', issuance } as Domain; // a prepared domain, as an order leaves it
  }

  letCaWork(): void {
    this.ca.validate();
    this.ca.issue();
  }

  #processes() {
    const ports = { ...AT_NO_PRICE, domains: this.#domains(), clock: () => this.now, log: () => {}, restoreEpoch: 0 };
    const put = async (token: string, challenge: StoredChallenge) => {
      this.challenges.set(token, challenge);
      for (const { publish } of this.others) publish(token, challenge.keyAuthorization);
    };
    const challenges = {
      'http-01': { put },
      'dns-01': {
        show: async (proof: Proof) => {
          this.proofs.push(proof);
          return this.showProof(proof);
        },
        leave: async ({ label }: Pick<Proof, 'label'>, { until }: Pick<Proof, 'until'>) => {
          this.left.push({ label, until });
        },
        withdraw: async ({ label }: Pick<Proof, 'label'>) => {
          this.withdrawn.push(label);
        },
      },
    };
    const takeAt = (caName: string) => (caName === FIRST_CA ? this.takeAnother() : this.takesFallbackSlot());
    const slotsOf = (caName: string) => ({
      ...ALWAYS,
      offerAnother: async (_: Domain, now: Date) => ((await takeAt(caName)) ? grantedAt(now) : undefined),
    });
    const clock = () => new Date(this.now.getTime() + (this.isHeldUp ? HELD_UP_MS : 0));
    const { certificates, servers } = { certificates: this.#certificates(), servers: this.#servers() };
    const download = {
      certificates,
      servers,
      installers: { agent: { certificates, servers }, aws: NOTHING_AT_AWS },
      formerCertificates: this.#formers(),
      countIssued: async () => [],
      clock,
    };
    return {
      'create-order': runStep(createOrder({ cas: this.#authorities(), challenges, slotsOf, clock }), ports),
      'answer-challenge': runStep(answerChallenge({ cas: this.#authorities(), clock, challenges }), ports),
      'poll-order': runStep(pollOrder({ cas: this.#authorities(), ...download }, { ...download, challenges }), ports),
      'finalize-order': runStep(finalizeOrder({ cas: this.#authorities(), ...download }, download), ports),
      'download-certificate': runStep(downloadCertificate({ cas: this.#authorities(), ...download }, download), ports),
    };
  }

  #certificates() {
    return {
      putWrite: (certificate: CertificateToInstall) => {
        this.certificates.push(certificate);
        return { Put: { TableName: 'table', Item: {} } };
      },
      get: async (): Promise<Certificate> =>
        this.certificates.length === 0 && this.atServer
          ? this.atServer
          : { ...this.#lastCertificate(), state: 'present', handshakes: {} },
      markChanged: async () => {},
      markAnnounced: async ({ facts }: Certificate) => void this.announced.push(facts.fingerprintSha256),
    };
  }

  #formers() {
    return {
      putWrites: (domain: Pick<Domain, 'id' | 'served'>, present: Certificate | undefined) => {
        const writes = formers.putWrites(domain, present);
        this.formers.push(...writes.map(({ Put }) => Put?.Item ?? {}));
        return writes;
      },
    };
  }

  #lastCertificate(): CertificateToInstall {
    const certificate = this.certificates.at(-1);
    if (!certificate) throw new Error('no certificate was put');
    return certificate;
  }

  #servers() {
    return {
      get: async () => server,
      raiseRevision: async () => {
        if (this.announcementFails) throw new Error('the table does not answer');
        return server;
      },
    };
  }

  /** The fallback CAs, in order, and the health that all processes share. */
  readonly fallbacks: { name: string; ca: InMemoryCa }[] = [];
  /** Replaces all of these. */
  others: readonly OtherCa[] = [];
  health = new Map<string, CaHealth>();
  log: Log = () => {};
  /** Remembers problems; otherwise each step meets them itself. */
  remembersTrouble = false;

  /** Each process has its own nonces and directories; accounts come from the table. */
  #authorities(): CertificateAuthorities {
    const [preferred, ...rest] = this.others.map(({ name, open }) =>
      this.#watched(
        name,
        open(() => this.now),
      ),
    );
    const jitter = (spread: number) => this.jitterSeconds(spread);
    const how = [jitter, async () => pausesIn(this), async () => this.isZoneBehind, () => this.now] as const;
    if (preferred) return certificateAuthorities([preferred, ...rest], ...how);
    const [first, ...others] = [{ name: FIRST_CA, ca: this.ca }, ...this.fallbacks];
    return certificateAuthorities([this.#known(first), ...others.map((other) => this.#known(other))], ...how);
  }

  #known({ name, ca: inMemory }: { name: string; ca: InMemoryCa }): WatchedCa {
    const clock = () => this.now;
    const acme = acmeGateway({ directoryUrl: DIRECTORY_URL, exchange: inMemory.exchange, clock });
    if (inMemory.accounts.length === 0) inMemory.accounts.push(publicJwk(accountKey));
    const account = { kind: 'ok' as const, value: { key: accountKey, url: 'https://ca.test/account/0' } };
    const ca = certificateAuthority(
      acme,
      oneAccount(async () => account),
    );
    return this.#watched(name, ca);
  }

  #watched(name: string, ca: CertificateAuthority): WatchedCa {
    return {
      name,
      ca,
      ...watchCa({
        stored: this.#storedHealth(name),
        isServing: ca.isServing,
        clock: () => this.now,
        log: (...line) => this.log(...line),
      }),
    };
  }

  #storedHealth(name: string): CaHealthStore {
    return {
      get: async () => this.health.get(name),
      replace: async (before, after) => {
        if (!this.remembersTrouble) return true;
        if (this.health.get(name)?.version !== before?.version) return false;
        this.health.set(name, after);
        return true;
      },
    };
  }

  #domains() {
    return {
      get: async () => this.domain,
      replace: async (before: Domain, after: Domain, change: Change) => {
        if (this.dieBeforeWrite) throw new Error('killed');
        if (before.version !== this.domain.version) throw new LostRace([], undefined);
        this.domain = { ...after, version: before.version + 1 };
        this.changes.push(change);
      },
      extend: async () => {},
    };
  }
}
