import { generateKeyPairSync } from 'node:crypto';
import { STEP_NAMES, type StepName } from '../../../contract/stack/steps.ts';
import type { ProofStore } from '../../../lambdas/model/domains/challenge/challenge.store.ts';
import { domainItem, domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain, Phase } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { STEP_OF_PHASE } from '../../../lambdas/model/domains/phase.ts';
import { validationName } from '../../../lambdas/model/domains/validation.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { runStep } from '../../../lambdas/steps/run-step.ts';
import { aDomain, HOUR, iso, issued, later, NOW, revocation, timings } from '../a-domain.ts';
import { machine, rowOf } from '../agent-api/an-agent.ts';
import { clock, DOMAIN_ID, itemsUnder, serverItem, tableHolds } from '../api/api-caller.ts';
import { claimItem } from '../api/domains/a-creation.ts';
import { guardRequests } from '../held-items.ts';
import { openRenewal, renewalSteps, SEALED } from '../lifecycle/renewal/renewal-steps.ts';
import { resolverKnowing } from '../shared/net/answers.ts';
import { aCertificate } from './issuance/a-certificate.ts';
import { DIRECTORY_URL, InMemoryCa } from './issuance/in-memory-ca.ts';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
const URL = 'shop.customer.com';
const inAWeek = (count: number) => ({ count, windowSeconds: 604_800 });
const ACME = {
  directoryUrl: DIRECTORY_URL,
  ordersPerMinute: 60,
  ordersPerOrganizationPerDay: 100,
  limits: { certificatesPerName: inAWeek(5), certificatesPerRegisteredDomain: inAWeek(50) },
};
const WRITES = new Set(['PutItem', 'UpdateItem', 'TransactWriteItems']);
/** Steps that only run after a failed request: the request that must fail. */
const TROUBLE: Partial<Record<StepName, RegExp>> = { 'answer-challenge': /POST .authz/, 'finalize-order': /POST .finalize/ };
/** Phases that no first issuance reaches: the test writes their rows. */
const LATER: Partial<Record<StepName, Phase>> = {
  'verify-move': 'moving',
  'retire-certificate': 'retiring',
  'revoke-certificate': 'revoking',
  'remove-domain': 'removing',
};

/** The write before or after which a run is killed. */
export interface Kill {
  when: 'before' | 'after';
  write: number;
}

/** The target of DNS validation, and the store of its proofs. */
export interface ByDns {
  target: string;
  proofs: ProofStore;
  settle(): Promise<void>;
}

/** A domain that requests its first certificate, with all steps as their Lambdas run them. */
export class ASpendingDomain {
  readonly ca = new InMemoryCa();
  /** First words of the keys that a step writes before its decision. */
  readonly early = new Set<string>();
  /** A concurrent change, made once between a step's outside calls and its write. */
  meanwhile: (() => Promise<void>) | undefined;
  #isGathering = false;
  #items = tableHolds();
  #writes = 0;
  #kill: Kill | undefined;
  #isDead = false;

  readonly #byDns: ByDns | undefined;

  private constructor(byDns: ByDns | undefined) {
    clock.now = NOW;
    this.#byDns = byDns;
  }

  /** Brings a domain to this step. `isProbeDue`: the CA was down, and a probe is due. */
  static async before(step: StepName, isProbeDue = false, byDns?: ByDns): Promise<ASpendingDomain> {
    const world = new ASpendingDomain(byDns);
    await world.#reach(step);
    if (isProbeDue) world.#hold({ ...keys.caHealth(DIRECTORY_URL), ...DOWN });
    world.listens();
    return world;
  }

  /** Counts the writes of a run and kills it at the chosen one. */
  listens(): void {
    guardRequests((action, input) => this.#guard(action, input));
  }

  get items(): Map<string, Record<string, unknown>> {
    return this.#items;
  }

  get row(): Domain | undefined {
    const item = this.#items.get(`DOMAIN#${DOMAIN_ID}|DOMAIN`);
    return item && domainOf(item);
  }

  /** The used limits of the CA, from the table. Certificates are rounded to hours, because one takes days to become free. */
  spent(): Record<string, unknown> {
    const used = itemsUnder(this.#items, 'ACME#').map(({ sk, arrivalMs, first, probes }) => {
      const isOfCertificates = /#(name|domain):/.test(String(sk));
      return [sk, isOfCertificates ? Math.round(Number(arrivalMs) / HOUR) : (arrivalMs ?? first ?? probes)];
    });
    return Object.fromEntries(used);
  }

  /** Runs the steps that are left until this phase. An unharmed run may have done several of them in passing. */
  async goOnTo(phase: Phase | undefined): Promise<void> {
    for (let steps = 0; steps < MAX_IN_PASSING && this.row && this.row.phase !== phase; steps += 1) {
      clock.now = new Date(clock.now.getTime() + 60_000);
      const step = STEP_OF_PHASE[this.row.phase];
      if (step !== 'done') await this.run(step, this.row.execution.attempt);
    }
  }

  /** Runs a step in a new process. Returns the number of its writes. After a kill, its requests have no effect. */
  async run(name: StepName, attempt: number, kill?: Kill): Promise<number> {
    this.#writes = 0;
    this.#kill = kill;
    this.#isDead = false;
    await this.#steps()
      [name]({ domainId: DOMAIN_ID, attempt, timings, epoch: 0 })
      .catch((error: Error) => {
        if (error.message !== 'killed') throw error;
      });
    return this.#writes;
  }

  stop(): void {
    guardRequests(undefined);
  }

  #guard(action: string, input: object): void {
    if (this.#isDead) throw new Error('killed');
    const { write, when } = this.#kill ?? {};
    if (when === 'after' && this.#writes === write) this.#die();
    if (!WRITES.has(action)) return;
    this.#writes += 1;
    if (this.#isGathering) for (const key of keysIn(input)) this.early.add(key);
    if (when === 'before' && this.#writes === write) this.#die();
  }

  #die(): never {
    this.#isDead = true;
    throw new Error('killed');
  }

  async #reach(target: StepName): Promise<void> {
    const at = LATER[target];
    const validation = this.#byDns && { validation: { target: this.#byDns.target, state: 'ok' as const } };
    const row = at ? aDomain(at, validation) : aDomain('awaiting-dns', validation);
    const servers = [serverItem(1), serverItem(2, 'secondsecondseco')];
    this.#items = tableHolds(
      domainItem(row),
      ...servers.flatMap((server) => [{ ...server, machineCount: 1 }, rowOf(machine, server)]),
      claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID }),
    );
    if (at) {
      const leafPem = aCertificate({ hostname: URL, publicKey, signedWith: privateKey, validity: [NOW, later(90 * DAY)] });
      for (const serverId of [1, 2]) this.#hold({ ...keys.certificate('org_A', serverId, URL), ...present(serverId, leafPem) });
      const { fingerprintSha256 } = revocation;
      this.#hold({ ...keys.revocation(DOMAIN_ID), leafPem, fingerprintSha256 });
      return;
    }
    for (let turns = 0; STEP_OF_PHASE[this.#phase()] !== target; turns += 1) {
      if (turns > STEP_NAMES.length) throw new Error(`${target} is not reached: ${this.#phase()}`);
      this.#letCaWork();
      const match = TROUBLE[target];
      if (match && this.ca.instead.length === 0)
        this.ca.instead.push({ match, result: { kind: 'failed', reason: 'ECONNREFUSED' } });
      const { waitSeconds } = await this.#steps()[STEP_OF_PHASE[this.#phase()] as StepName]({
        ...{ domainId: DOMAIN_ID, attempt: 1, timings, epoch: 0 },
      });
      clock.now = new Date(clock.now.getTime() + waitSeconds * 1000);
      await this.#byDns?.settle();
    }
    this.ca.instead.length = 0;
    this.#letCaWork();
    // As if the previous step had died before its announcement.
    for (const { announcedAt: _, ...item } of itemsUnder(this.#items, 'SERVER#')) this.#hold(item);
    // The answer to the CSR already contains the certificate.
    this.ca.issuesAtOnce = true;
  }

  #phase(): Phase {
    return this.row?.phase ?? 'failed';
  }

  #letCaWork(): void {
    this.ca.validate();
    this.ca.issue();
  }

  #hold(item: Record<string, unknown>): void {
    this.#items.set(`${item.pk}|${item.sk}`, item);
  }

  #steps() {
    const watched: typeof runStep = (step, ports) =>
      runStep(
        {
          ...step,
          gather: async (...given) => {
            this.#isGathering = true;
            const gathered = await step.gather(...given).finally(() => {
              this.#isGathering = false;
            });
            const act = this.meanwhile;
            this.meanwhile = undefined;
            await act?.();
            return gathered;
          },
        },
        ports,
      );
    const { url, cname } = aDomain('awaiting-dns');
    const byDns = this.#byDns && { [`CNAME ${validationName({ url })}`]: [this.#byDns.target] };
    const resolve = resolverKnowing(byDns ?? { [`CNAME ${url}`]: [cname.target] });
    const proofs = this.#byDns && { proofs: this.#byDns.proofs };
    const outside = { shows: () => undefined, leadsTo: () => true, isReached: () => true };
    return renewalSteps(openRenewal(this.ca, outside, { acme: ACME, resolve, ...proofs }), { run: watched });
  }
}

const DAY = 86_400_000;
const MAX_IN_PASSING = 3;
const DOWN = {
  failures: 3,
  problem: { type: 'urn:x:down', detail: 'ECONNREFUSED' },
  ...{ failedAt: iso(-DAY), openedAt: iso(-DAY), probes: 0, probeAt: iso(-1), version: 1 },
};

function present(serverId: number, chainPem: string) {
  const place = { organizationId: 'org_A', serverId, hostname: URL, domainId: DOMAIN_ID, attempt: 1 };
  return { ...place, state: 'present', facts: issued, chainPem, sealedKey: SEALED, handshakes: {} };
}

function keysIn(input: object): string[] {
  const { TransactItems = [{ input }] } = input as { TransactItems?: Record<string, unknown>[] };
  return TransactItems.flatMap((write) => Object.values(write) as { Key?: { pk: string }; Item?: { pk: string } }[]).map(
    ({ Key, Item }) => (Key ?? Item)?.pk.split('#')[0] ?? '',
  );
}
