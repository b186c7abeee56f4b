import { generateKeyPairSync } from 'node:crypto';
import type { StepOutcome } from '../../../../contract/stack/execution.schema.ts';
import type { Ca } from '../../../../contract/stack/settings.schema.ts';
import { publicJwk } from '../../../../lambdas/acme/account.ts';
import { acmeGateway, type CertificateAuthority, certificateAuthority } from '../../../../lambdas/acme/acme.gateway.ts';
import type { CaHealth } from '../../../../lambdas/ca-limits/ca-health.ts';
import type { Proof } from '../../../../lambdas/model/domains/challenge/challenge.store.ts';
import { domainItem, domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import type { Domain, Phase } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { STEP_OF_PHASE } from '../../../../lambdas/model/domains/phase.ts';
import type { Certificate, PresentCertificate } from '../../../../lambdas/model/servers/certificate.schema.ts';
import { omit } from '../../../../lambdas/shared/rows/omit.ts';
import type { Log } from '../../../../lambdas/shared/runtime/log.gateway.ts';
import type { Switches } from '../../../../lambdas/shared/switches/switches.store.ts';
import { type Key, keys } from '../../../../lambdas/shared/table/keys.ts';
import type { Item, Write } from '../../../../lambdas/shared/table/table.store.ts';
import type { Clock } from '../../../../lambdas/shared/time/clock.gateway.ts';
import { answerChallenge } from '../../../../lambdas/steps/issuance/answer-challenge.ts';
import { createOrder } from '../../../../lambdas/steps/issuance/create-order.ts';
import { newKeyAndCsr } from '../../../../lambdas/steps/issuance/csr.gateway.ts';
import { downloadCertificate } from '../../../../lambdas/steps/issuance/download-certificate.ts';
import { finalizeOrder } from '../../../../lambdas/steps/issuance/finalize-order.ts';
import { pollOrder } from '../../../../lambdas/steps/issuance/poll-order.ts';
import { runStep, type Step } from '../../../../lambdas/steps/run-step.ts';
import type { CaEdges } from '../../../../lambdas/wiring/edges.ts';
import { openIssuance } from '../../../../lambdas/wiring/issuance.wiring.ts';
import { lazily } from '../../../../lambdas/wiring/lazily.ts';
import { openRows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { openSteps, type Steps } from '../../../../lambdas/wiring/steps.wiring.ts';
import { type Command, openTableAt } from '../../../simulation/table/open-table.ts';
import { aDomain, NOW, timings } from '../../a-domain.ts';
import { server } from '../../agent-api/an-agent.ts';
import { grantedAt } from '../../ca-limits/open-slots.ts';
import { EDGES_WITHOUT_TABLE } from '../../edges-without-table.ts';
import { answersOf } from '../../held-items.ts';
import { settings } from '../../settings.ts';
import { DIRECTORY_URL, InMemoryCa } from './in-memory-ca.ts';
import { oneAccount } from './one-ca.ts';

export const STEPS = ['create-order', 'answer-challenge', 'poll-order', 'finalize-order', 'download-certificate'] as const;
export type CaStepName = (typeof STEPS)[number];

const FIRST_CA = 'Test CA';
const HOSTNAME = 'shop.customer.com';
const SLOT_TAKEN = 'certificate.slot_granted';

/** After this delay, a step no longer begins the next one (ca-step.ts). */
const HELD_UP_MS = 8_001;

const accountKey = generateKeyPairSync('ec', { namedCurve: 'prime256v1' }).privateKey;
const directoryOf = (caName: string) => `https://${encodeURIComponent(caName)}.test/dir`;
const idOf = ({ pk, sk }: Key) => `${pk}|${sk}`;

/** A real CA program: how a process opens it, and where challenge answers are published. */
export interface OtherCa {
  name: string;
  open: (clock: Clock) => CertificateAuthority;
  publish: (token: string, keyAuthorization: string) => void;
}

type StepsAtCas = Steps & Pick<CaEdges, 'certificateAuthorityOf'>;

/** The events of one write of the domain, and the other writes in its transaction. */
interface Told {
  timeline: string;
  events: string[];
  alongside: Write[];
}

/** A domain with a prepared key, a CA, and the steps between them. Each step has its own process, like its Lambda. */
export class AnIssuance {
  readonly ca: InMemoryCa;
  readonly #table: ReturnType<typeof answersOf>;
  readonly #domainId: number;
  /** Proofs shown in the zone, whether its name servers answer them, and the withdrawn labels. */
  readonly proofs: Proof[] = [];
  isProofServed = false;
  /** Returns true once all name servers of the zone answer the proof. */
  showProof = async (_: Proof) => this.isProofServed;
  readonly withdrawn: string[] = [];
  /** Labels whose proof stays, and until when. */
  readonly left: { label: string; until: string }[] = [];
  /** Certificates installed at servers, in order. */
  readonly certificates: PresentCertificate[] = [];
  readonly changes: Told[] = [];
  /** Keys whose writes are throttled from now on. */
  throttled: RegExp | undefined;
  now = NOW;
  /** Makes outside calls slow, so that no step does the next one's work. */
  isHeldUp = false;
  #lateMs = 0;
  /** Takes a slot for another order: always free, unless a test changes that. */
  takeAnother = async () => true;
  /** Whether the budgets of the fallback CAs have room. */
  fallbackSlots = true;
  takesFallbackSlot = async () => this.fallbackSlots;
  /** The random part of spread pauses, from 0 to 1. */
  jitter = () => 0;
  /** Whether the zone publisher has more work than it can do within the hour. */
  isZoneBehind = false;
  readonly fallbacks: { name: string; ca: InMemoryCa }[] = [];
  /** Replaces the CAs above. */
  others: readonly OtherCa[] = [];
  log: Log = () => {};
  /** True stores CA problems in the table. Otherwise each step has to meet them itself. */
  remembersTrouble = false;
  /** The last parsed row. Cached, because hundreds of domains read theirs all the time. */
  #read: { row: Item; domain: Domain } | undefined;
  #dieBeforeWrite = false;
  #ports: { cas: string[]; ports: StepsAtCas } | undefined;
  #run: Record<CaStepName, (event: unknown) => Promise<StepOutcome>> | undefined;

  private constructor(ca: InMemoryCa, domain: Domain, beside?: AnIssuance) {
    this.ca = ca;
    const servers = [server, { ...server, id: 7, label: 'seventhseventhse' }];
    this.#table = beside
      ? beside.#table
      : answersOf(servers.map((row) => ({ ...keys.server(row.organizationId, row.id), ...row })));
    this.#domainId = domain.id;
    this.domain = domain;
  }

  /** A domain with its own key. `beside`: shares that issuance's table, and so the health of the CAs. */
  static async prepared(ca = new InMemoryCa(), hostname = HOSTNAME, beside?: AnIssuance): Promise<AnIssuance> {
    const ordering = aDomain('ordering');
    const id = ordering.id + (beside ? beside.#table.items.size : 0);
    const { csr } = await newKeyAndCsr(hostname);
    return new AnIssuance(ca, { ...ordering, id, url: hostname, issuance: { ...ordering.issuance, csr } }, beside);
  }

  /** At real CA programs, the preferred one first. Their health is stored. */
  static async preparedAt(others: readonly OtherCa[], hostname: string): Promise<AnIssuance> {
    const issuance = await AnIssuance.prepared(undefined, hostname);
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

  get domain(): Domain {
    const row = this.#item(keys.domain(this.#domainId)) ?? {};
    if (this.#read?.row !== row) this.#read = { row, domain: domainOf(row) };
    return this.#read.domain;
  }

  set domain(domain: Domain) {
    this.#hold(domainItem({ ...domain, id: this.#domainId } as Domain));
  }

  /** The certificate at a server before the new one. */
  set atServer(certificate: Certificate) {
    const { organizationId, serverId, hostname } = certificate;
    this.#hold({ ...keys.certificate(organizationId, serverId, hostname), ...certificate });
  }

  /** Sets what an operator has paused. New processes read it. */
  set paused(paused: Switches['paused']) {
    this.#hold({ ...keys.switches(), paused, version: 1 });
    this.#ports = undefined;
    this.restart();
  }

  /** Challenges by token. */
  get challenges(): Map<string, Item> {
    const found = [...this.#table.items.values()].filter(({ sk }) => sk === 'CHALLENGE');
    return new Map(found.map((item) => [String(item.pk).split('#')[1] ?? '', item]));
  }

  get formers(): Item[] {
    return [...this.#table.items.values()].filter(({ sk }) => sk === 'FORMER');
  }

  /** Fingerprints that were announced to agents. */
  get announced(): string[] {
    const at = [...this.#table.items.values()].filter(({ sk, announcedAt }) => /^CERT#/.test(String(sk)) && announcedAt);
    return at.map((item) => (item as unknown as PresentCertificate).facts.fingerprintSha256);
  }

  healthOf(caName: string): CaHealth | undefined {
    return this.#item(keys.caHealth(directoryOf(caName))) as CaHealth | undefined;
  }

  /** Deletes the stored health of all CAs. */
  forgetTrouble(): void {
    for (const [id, { sk }] of this.#table.items) if (sk === 'HEALTH') this.#table.items.delete(id);
  }

  /** Waits like the state machine. A run that only took a slot is followed by the next one at once. */
  async run(name: CaStepName): Promise<StepOutcome> {
    const outcome = await this.runTurn(name);
    return this.changes.at(-1)?.timeline === SLOT_TAKEN && outcome.next === name ? this.runTurn(name) : outcome;
  }

  async runTurn(name: CaStepName): Promise<StepOutcome> {
    this.#run ??= this.#processes();
    const { execution } = this.domain;
    const outcome = await this.#run[name]({ domainId: this.#domainId, attempt: execution.attempt, timings, epoch: 0 });
    this.now = new Date(this.now.getTime() + this.#lateMs + outcome.waitSeconds * 1000);
    this.#lateMs = 0;
    if (!this.remembersTrouble) this.forgetTrouble();
    return outcome;
  }

  stepOfPhase(): CaStepName {
    const step = STEPS.find((name) => name === STEP_OF_PHASE[this.domain.phase]);
    if (!step) throw new Error(`no step of an issuance has its turn: ${this.domain.phase}`);
    return step;
  }

  /** The run dies between its outside call and its write. */
  async runKilled(name: CaStepName): Promise<void> {
    this.#dieBeforeWrite = true;
    await this.run(name).catch(() => undefined);
    this.#dieBeforeWrite = false;
  }

  /** Starts new processes without memory. */
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

  /** Prepares again after a lost order. Nothing has changed outside. */
  prepareAgain(preparedAt?: Date): void {
    const { domain } = this;
    if (domain.phase !== 'preparing') throw new Error(`the order was not lost: ${domain.phase}`);
    const slotGrantedAt = this.now.toISOString();
    const issuance = { ...domain.issuance, slotGrantedAt, ...(preparedAt && { preparedAt: preparedAt.toISOString() }) };
    const execution = omit(domain.execution, 'notBefore');
    this.domain = { ...domain, execution, phase: 'ordering', issuance } as Domain; // a lost order leaves a prepared domain
  }

  letCaWork(): void {
    this.ca.validate();
    this.ca.issue();
  }

  #item(key: Key): Item | undefined {
    return this.#table.items.get(idOf(key));
  }

  #hold(item: Item): void {
    this.#table.items.set(idOf(item as unknown as Key), item);
  }

  #processes() {
    const names = this.others.length > 0 ? this.others : [{ name: FIRST_CA }, ...this.fallbacks];
    const cas = names.map(({ name }) => name);
    // Cached: opening the ports takes longer than most steps.
    if (this.#ports?.cas.join() !== cas.join()) this.#ports = { cas, ports: this.#openPorts(cas) };
    const { ports } = this.#ports;
    const processOf =
      <P extends Phase, O>(step: (opened: ReturnType<typeof openIssuance<StepsAtCas>>) => Step<P, O>) =>
      () => {
        const opened = openIssuance(ports);
        return runStep(step(opened), opened);
      };
    return lazily(
      {
        'create-order': processOf(createOrder),
        'answer-challenge': processOf(answerChallenge),
        'poll-order': processOf((opened) => pollOrder(opened, opened)),
        'finalize-order': processOf((opened) => finalizeOrder(opened, opened)),
        'download-certificate': processOf((opened) => downloadCertificate(opened, opened)),
      },
      {},
    );
  }

  /** The ports as the steps' Lambdas open them, except for DNS proofs and slots for orders. */
  #openPorts([preferred = '', ...rest]: string[]): StepsAtCas {
    const atCa = (caName: string): Ca => ({ ...settings.acme, caName, directoryUrl: directoryOf(caName) });
    const edges = {
      ...EDGES_WITHOUT_TABLE,
      settings: { ...settings, acme: atCa(preferred), acmeFallbacks: rest.map(atCa) },
      table: openTableAt((command) => this.#send(command)),
      clock: () => new Date(this.now.getTime() + this.#lateMs),
      log: (...line: Parameters<Log>) => this.log(...line),
      jitter: () => this.jitter(),
      certificateAuthorityOf: ({ caName }: Ca) => this.#slow(this.#open(caName)),
    };
    const steps = openSteps(lazily({ isZoneBehind: () => async () => this.isZoneBehind }, openRows(edges)));
    const proofs = {
      show: async (proof: Proof) => {
        this.proofs.push(proof);
        return this.showProof(proof);
      },
      leave: async ({ label }: Pick<Proof, 'label'>, { until }: Pick<Proof, 'until'>) => void this.left.push({ label, until }),
      withdraw: async ({ label }: Pick<Proof, 'label'>) => void this.withdrawn.push(label),
    };
    const takeAt = (caName = FIRST_CA) => (caName === FIRST_CA ? this.takeAnother() : this.takesFallbackSlot());
    const offerAnother = (caName?: string) => async (_: Domain, now: Date) =>
      (await takeAt(caName)) ? grantedAt(now) : undefined;
    return lazily(
      {
        challenges: () => ({ ...steps.challenges, 'dns-01': proofs }),
        slotsOf: () => (caName: string | undefined) => ({ ...steps.slotsOf(caName), offerAnother: offerAnother(caName) }),
      },
      steps,
    );
  }

  #open(caName: string): CertificateAuthority {
    const clock = () => this.now;
    const other = this.others.find(({ name }) => name === caName);
    if (other) return other.open(clock);
    const inMemory = this.fallbacks.find(({ name }) => name === caName)?.ca ?? this.ca;
    if (inMemory.accounts.length === 0) inMemory.accounts.push(publicJwk(accountKey));
    const acme = acmeGateway({ directoryUrl: DIRECTORY_URL, exchange: inMemory.exchange, clock });
    const account = { kind: 'ok' as const, value: { key: accountKey, url: 'https://ca.test/account/0' } };
    return certificateAuthority(
      acme,
      oneAccount(async () => account),
    );
  }

  /** Delays every call to the CA while `isHeldUp`. */
  #slow(ca: CertificateAuthority): CertificateAuthority {
    return new Proxy(ca, {
      get: (target, name) => {
        if (this.isHeldUp && name !== 'isServing') this.#lateMs = HELD_UP_MS;
        return Reflect.get(target, name);
      },
    });
  }

  async #send(command: Command): Promise<unknown> {
    const { TransactItems = [], Key, Item } = command.input as { TransactItems?: Write[]; Key?: Item; Item?: Item };
    if (this.#dieBeforeWrite && TransactItems.length > 0) throw new Error('killed');
    const isRead = command.constructor.name === 'GetCommand';
    if (!isRead && this.throttled?.test(`${(Key ?? Item)?.pk} ${(Key ?? Item)?.sk}`)) throw new Error('throttled');
    const answer = await this.#table.answer(command);
    if (TransactItems.some(({ Put }) => String(Put?.Item?.sk).startsWith('TIMELINE#'))) this.#remember(TransactItems);
    if (Item?.sk === 'CHALLENGE')
      for (const { publish } of this.others) publish(String(Item.pk).split('#')[1] ?? '', String(Item.keyAuthorization));
    return answer;
  }

  #remember(writes: readonly Write[]): void {
    const told: Told = { timeline: '', events: [], alongside: [] };
    for (const write of writes) {
      const { pk = '', sk = '', what, event } = { ...write.Put?.Item, ...write.Update?.Key };
      if (sk === 'DOMAIN') continue;
      if (String(sk).startsWith('TIMELINE#')) told.timeline = String(what);
      else if (String(pk).startsWith('OUTBOX#')) told.events.push(String(event));
      else told.alongside.push(write);
      if (String(sk).startsWith('CERT#'))
        this.certificates.push(omit(this.#item({ pk, sk } as Key) ?? {}, 'pk', 'sk') as unknown as PresentCertificate);
    }
    this.changes.push(told);
  }
}
