import { isTestTenant } from '../../lambdas/model/accounts/tenant.ts';
import { domainOf } from '../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../lambdas/model/domains/domain-row.schema.ts';
import { lowestIdAt, timeDigitsAt } from '../../lambdas/shared/ids/id-formats.ts';
import type { Failed } from '../../lambdas/shared/net/failure.ts';
import type { PeerCertificate } from '../../lambdas/shared/net/guarded.gateway.ts';
import { ServiceSecret } from '../../lambdas/shared/secrets/service-secret.ts';
import { caQueuePartition, DUE_SHARDS, type Key } from '../../lambdas/shared/table/keys.ts';
import type { Item } from '../../lambdas/shared/table/table.store.ts';
import { SimulatedCa } from './ca/simulated-ca.ts';
import { Chance } from './chance.ts';
import { SimulatedDns } from './dns/simulated-dns.ts';
import { Due } from './due.ts';
import type { FaultPlan } from './faults.ts';
import type { Outside } from './functions/outside.ts';
import { outsideOf } from './functions/outside-of.ts';
import { openFunctions } from './functions.ts';
import type { GuardName } from './guards.ts';
import { newOrganization, newTestTenant, type Organization, rowsOf, type ServerAt } from './integrators/organizations.ts';
import { PortalVisits } from './portal/portal-visits.ts';
import { Receivers } from './receivers.ts';
import { Scheduler } from './scheduler.ts';
import { Services } from './services.ts';
import { type Changed, type HeldTable, isNewEntry, SimulatedTable } from './table/simulated-table.ts';
import { type Traits, traitsOf } from './traits.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The parameters of a play; the seed decides the rest. */
export interface Play {
  seed: number;
  /** Default: 2. */
  organizations?: number;
  /** Per organization; default: 2. */
  servers?: number;
  /** Per organization. */
  names: number;
  days: number;
  /** Restricts the faults of the seed to these numbers. */
  onlyFaults?: ReadonlySet<number>;
  /** A guard to remove: some seed has to find a violation then. */
  withoutGuard?: GuardName;
  isTold?: boolean;
}

/** A machine with its agent and its web server. */
export interface MachineAt {
  server: ServerAt;
  /** The certificates that its web server serves, by hostname. */
  shown: ReadonlyMap<string, { fingerprint: string }>;
  /** Called for each private key that the machine gets. */
  onKey: (hostname: string, jwe: string) => void;
  /** Called when a used signature is answered with keys again. */
  onReplay: (signature: string) => void;
  passesOn(hostname: string): boolean;
  /** Polls soon, as it does regularly. */
  poll(): void;
  /** Its web server shows another certificate for this time. */
  showAnother(hostname: string, seconds: number): void;
  /** It neither answers nor polls for this time. */
  turnOff(seconds: number): void;
  peer(hostname: string): PeerCertificate | Failed;
}

/** A test-mode program and what it knows. */
export interface Tester {
  domains: ReadonlyMap<string, number>;
  /** Its domains that it has changed after their creation. */
  touched: ReadonlySet<number>;
  /** Sum of the confirmed moves of the clock. */
  movedMs: number;
}

/** A guarantee that holds despite all faults. Each is an entry of invariants.ts, checked in every world. */
export interface Invariant {
  name: string;
  sentence: string;
  /** It depends on clocks, and does not hold where they are wrong by minutes: work is then done twice, but none is lost. */
  isByTime?: true;
  /** Observes the world from its beginning. */
  begin?(world: World, violated: (what: string) => void): void;
  /** Checks the world after the faults, when all pending work had time to finish. */
  atRest?(world: World, violated: (what: string) => void): void;
}

export interface Violation {
  name: string;
  sentence: string;
  what: string;
  atMs: number;
}

const NO_ERROR = { name: 'no unexpected error', sentence: 'A function throws only for what the world made fail.' };

/** The service and all who use it, created from a seed. */
export class World {
  readonly traits: Traits;
  readonly scheduler: Scheduler;
  readonly held: SimulatedTable;
  readonly services: Services;
  readonly ca: SimulatedCa;
  readonly receivers: Receivers;
  readonly organizations: readonly Organization[];
  /** The test tenant of the first organization, in worlds with test mode. */
  readonly testTenants: readonly Organization[];
  readonly agents: MachineAt[] = [];
  /** The domains that each integrator knows, by hostname. */
  readonly integrators: { domains: ReadonlyMap<string, number> }[] = [];
  readonly testers: Tester[] = [];
  /** Called for each API answer that was received. */
  onAnswer: ((organizationId: string, answer: { status: number; json?: unknown }) => void) | undefined;
  readonly dns: SimulatedDns;
  readonly portal: PortalVisits;
  /** Number of step invocations whose answer was not received, by domain. */
  readonly uncleanEndings = new Map<string, number>();
  /** Number of Standard executions that were started twice, by domain. */
  readonly repeatedExecutions = new Map<number, number>();
  /** Webhooks that were ever disabled. */
  readonly disabledOnce = new Set<number>();
  readonly violations: Violation[] = [];
  readonly endMs: number;
  readonly calmAtMs: number;
  readonly serviceSecret = ServiceSecret.fromJson(JSON.stringify({ 1: 'x'.repeat(64) }));
  /** The table before the restore, if there was one. */
  former: HeldTable | undefined;
  /** Opens the functions of the deployed release, for a new process. */
  openRelease: typeof openFunctions = openFunctions;
  /** Keys of the restored table's items when the service began to use it. */
  #restored: ReadonlySet<string> = new Set();
  readonly #domains = new WeakMap<Item, Domain>();
  readonly #ids: Chance;
  readonly #watchers: ((changed: readonly Changed[]) => void)[] = [];
  readonly #due: Due;

  constructor({ seed, days, organizations = 2, servers = 2, onlyFaults, withoutGuard, isTold = false }: Play) {
    this.traits = traitsOf(seed);
    const { startMs, callSeconds, hasWrongClocks } = this.traits;
    this.#due = new Due(caQueuePartition(this.traits.settings.acme.directoryUrl), startMs);
    this.calmAtMs = startMs + days * DAY_MS;
    this.endMs = this.calmAtMs + REST_HOURS * HOUR_MS;
    const plan: FaultPlan = { calmAtMs: this.calmAtMs, ...(onlyFaults && { only: onlyFaults }) };
    this.scheduler = new Scheduler({ seed, startMs, plan, isTold, callSeconds, hasWrongClocks });
    this.#ids = new Chance(seed, 'ids');
    const { serviceSecret, traits } = this;
    this.organizations = [...'ABCDEFGH'.slice(0, organizations)].map((letter) =>
      newOrganization(letter, servers, serviceSecret, traits),
    );
    const [first] = this.organizations;
    this.testTenants = traits.hasTestMode && first ? [newTestTenant(first.id, servers, serviceSecret, traits)] : [];
    const rows = this.tenants.flatMap((each) => rowsOf(each, traits));
    this.held = new SimulatedTable(this.scheduler, rows, withoutGuard);
    for (const row of rows) this.#due.note(`${row.pk}|${row.sk}`, row);
    this.held.onChange = (changed) => this.#changed(changed);
    this.dns = new SimulatedDns(this.scheduler, seed);
    this.portal = new PortalVisits(this);
    this.ca = new SimulatedCa(this.scheduler, seed);
    this.receivers = new Receivers(this.scheduler, seed, this.calmAtMs);
    this.outside = () => outsideOf(this, seed, withoutGuard);
    this.services = new Services(this.scheduler, {
      seed,
      open: () => this.openRelease(this.outside()),
      onUnclean: (step, domainId) =>
        this.uncleanEndings.set(`${step} ${domainId}`, (this.uncleanEndings.get(`${step} ${domainId}`) ?? 0) + 1),
      onRepeat: (id) => this.repeatedExecutions.set(id, (this.repeatedExecutions.get(id) ?? 0) + 1),
      onUnexpected: (what) => this.violate(NO_ERROR, what),
      without: withoutGuard,
      due: this.#due,
    });
    this.ca.showsProof = (order, proof) => {
      const { hostname } = order;
      if (proof !== 'http-01') return this.dns.showsProof(order, proof);
      return this.agents.some((agent) => agent.passesOn(hostname) && this.leadsTo(hostname, agent));
    };
  }

  violate({ name, sentence }: { name: string; sentence: string }, what: string): void {
    this.scheduler.tell(`VIOLATED, ${name}: ${what}`);
    this.violations.push({ name, sentence, what, atMs: this.scheduler.nowMs });
  }

  /** The doubles for a new process. */
  readonly outside: () => Outside;

  /** Calls the watcher for each change of the table. */
  readonly watch = (watcher: (changed: readonly Changed[]) => void): void => {
    this.#watchers.push(watcher);
  };

  point(hostname: string, { row, target }: ServerAt): void {
    this.scheduler.tell(`the owner of ${hostname} points it to ${row.organizationId}, server ${row.id}`);
    this.lead(hostname, target);
  }

  lead(hostname: string, target: string): void {
    this.dns.lead(hostname, target);
  }

  /** CNAME targets, by hostname. */
  get cnames(): ReadonlyMap<string, string> {
    return this.dns.cnames;
  }

  /** Every record ever shown, as `name target`, with the last time it was set, in ms. */
  get pointed(): ReadonlyMap<string, number> {
    return this.dns.pointed;
  }

  /** How often the work of the lost minutes may be repeated: an order placed, a certificate issued. */
  get restores(): 0 | 1 {
    return this.former ? 1 : 0;
  }

  isLost({ pk, sk }: Key): boolean {
    return this.former?.items.has(`${pk}|${sk}`) === true && !this.#restored.has(`${pk}|${sk}`);
  }

  /** The organizations and the test tenant. */
  get tenants(): readonly Organization[] {
    return [...this.organizations, ...this.testTenants];
  }

  /** The domains of live mode, which exist in DNS, at the CA and on machines. */
  domains(): Domain[] {
    const all = this.allDomains();
    return this.traits.hasTestMode ? all.filter(({ organizationId }) => !isTestTenant(organizationId)) : all;
  }

  testDomains(): Domain[] {
    return this.allDomains().filter(({ organizationId }) => isTestTenant(organizationId));
  }

  allDomains(): Domain[] {
    return this.held
      .rows('DOMAIN#')
      .filter(({ listed }) => listed !== undefined)
      .map((item) => this.#domainOf(item));
  }

  /** Items are immutable, so each is parsed once. */
  #domainOf(item: Item): Domain {
    const domain = this.#domains.get(item) ?? domainOf(item);
    this.#domains.set(item, domain);
    return domain;
  }

  /** Whether only endless work is left: daily visits, nightly counts and polling agents. */
  isDone(): boolean {
    const { executions, underWay } = this.services;
    return this.#due.isDone() && underWay === 0 && ![...executions.values()].includes('running');
  }

  leadsTo(hostname: string, { server }: MachineAt): boolean {
    return this.cnames.get(hostname) === server.target;
  }

  newId(prefix: string): string {
    return `${prefix}_${timeDigitsAt(this.scheduler.now())}${this.#digits(16, DIGITS)}`;
  }

  newDomainId(now: Date): number {
    return lowestIdAt(now) + this.#ids.below(2 ** 22);
  }

  newLabel(): string {
    return this.#digits(16, 'abcdefghijklmnopqrstuvwxyz234567');
  }

  #digits(count: number, of: string): string {
    return Array.from({ length: count }, () => of.charAt(this.#ids.below(of.length))).join('');
  }

  #changed(changed: readonly Changed[]): void {
    for (const change of changed) {
      this.#due.note(change.key, change.after);
      if (isNewEntry(change) && change.after) this.services.record(String(change.after.pk), change.after);
    }
    for (const watcher of this.#watchers) watcher(changed);
    this.wakeSchedules();
  }

  /** Deploys the service with a restored table, which all new invocations use. Items that only the former table has are lost. */
  restore(restored: HeldTable): void {
    this.scheduler.tell('the service is deployed with the restored table');
    this.former = this.held.current;
    this.#restored = new Set(restored.items.keys());
    this.services.deploy();
    this.services.leaveStream();
    for (const change of this.held.use(restored)) {
      this.#due.note(change.key, change.after);
      // The new stream is read from its beginning, which contains the writes since the restore.
      if (isNewEntry(change) && change.after) this.services.record(String(change.after.pk), change.after);
    }
    for (let shard = 0; shard < DUE_SHARDS; shard += 1) this.#due.hasten(shard, this.scheduler.nowMs);
    this.wakeSchedules();
    for (const agent of this.agents) agent.poll();
  }

  /** Half of the actions come while the service works on the domain: when one of its steps begins. */
  async pause(domainId: number, chance: Chance, mostSeconds: number, mostSteps: number): Promise<void> {
    const { scheduler, services } = this;
    const longest = chance.between(0, mostSeconds);
    if (chance.is(0.5)) return scheduler.sleep(longest);
    const endsAtMs = scheduler.nowMs + longest * 1000;
    for (let steps = chance.below(mostSteps); steps >= 0 && scheduler.nowMs < endsAtMs; steps -= 1)
      await Promise.race([services.nextStep(domainId), scheduler.sleep(longest)]);
  }

  wakeSchedules(): void {
    this.services.schedules.wake();
  }
}

/**
 * Time to finish after the faults: two windows of DNS and issuance, and the longest pause of a domain that was restarted often.
 */
const REST_HOURS = 120;
