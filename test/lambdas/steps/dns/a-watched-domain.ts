import type { StepOutcome } from '../../../../contract/stack/execution.schema.ts';
import type { Timings } from '../../../../contract/stack/timings.schema.ts';
import { decideOnDns } from '../../../../lambdas/lifecycle/dns-transition.ts';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import type { Step } from '../../../../lambdas/lifecycle/run-step.ts';
import type { Change } from '../../../../lambdas/model/domains/domain.store.ts';
import type { Domain, Execution } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { QueueMessage } from '../../../../lambdas/shared/aws/queue.gateway.ts';
import { LostRace } from '../../../../lambdas/shared/table/lost-race.ts';
import { checkThenWatch } from '../../../../lambdas/steps/dns/check-dns.ts';
import { watchDns } from '../../../../lambdas/steps/dns/watch-dns.ts';
import { aDomain, NOW, SECOND, timings } from '../../a-domain.ts';
import { AT_NO_PRICE } from '../../lifecycle/at-no-price.ts';

/** Between the end of a wait or of a message's delay and the check. */
const LATE_MS = 300;

/**
 * A domain whose CNAME is not there, its row, its execution, its queue with the delays of SQS, and time that passes from check to
 * check.
 */
export class AWatchedDomain {
  row: Domain | undefined = aDomain('awaiting-dns');
  now = NOW;
  observation: DnsObservation = { kind: 'cname-missing', evidence: [] };
  /** In the queue, each until it is due. */
  messages: { body: string; dueAtMs: number }[] = [];
  /** What happened, to be counted. */
  readonly checks: Date[] = [];
  readonly changes: Change[] = [];
  sent = 0;
  extended = 0;
  queueRefuses = false;
  /** Each batch meets a new process of Lambda, which remembers nothing. */
  isCold = false;
  timings: Timings;
  /** Of the organization, in either lane, and who asked for one. */
  freeSlots = 10;
  readonly slotsTaken: string[] = [];
  #quiet: StepOutcome['quiet'] = { checks: 0 };

  constructor({ dnsWaitStateSeconds = timings.dnsWaitStateSeconds } = {}) {
    this.timings = { ...timings, dnsWaitStateSeconds };
  }

  readonly #step: Step<'awaiting-dns', DnsObservation> = {
    name: 'check-dns',
    phase: 'awaiting-dns',
    gather: async () => {
      this.checks.push(this.now);
      return { observation: this.observation };
    },
    decide: decideOnDns,
  };

  /** A check in the execution, which gets what the one before has answered. */
  async begin(attempt = this.row?.execution.attempt ?? 1): Promise<StepOutcome> {
    const { run } = this.row?.execution ?? {};
    const input = { domainId: 1, attempt, timings: this.timings, epoch: 0, quiet: this.#quiet, ...(run && { run: run.id }) };
    const outcome = await checkThenWatch(this.#step, this.#ports())(input);
    this.#quiet = outcome.quiet ?? { checks: 0 };
    return outcome;
  }

  /** The execution to its end. Answers how often it was in its wait state. */
  async execute(): Promise<number> {
    let waits = 0;
    for (let outcome = await this.begin(); outcome.next === 'check-dns'; outcome = await this.begin()) {
      this.now = new Date(this.now.getTime() + outcome.waitSeconds * SECOND + LATE_MS);
      waits += 1;
    }
    return waits;
  }

  /** Lets Lambda take what is due next. Answers whether there was anything. */
  async takeNext(): Promise<boolean> {
    const next = this.messages.toSorted((one, other) => one.dueAtMs - other.dueAtMs)[0];
    if (!next) return false;
    this.messages = this.messages.filter((message) => message !== next);
    this.now = new Date(Math.max(this.now.getTime(), next.dueAtMs + LATE_MS));
    await this.take([next.body]);
    return true;
  }

  /** What Lambda does with a batch. Answers the positions that are to come again. */
  take(bodies: string[], receives = 1): Promise<string[]> {
    const messages = bodies.map((body, position) => ({ id: String(position), body, receives }));
    if (this.isCold) this.#watch = watchDns(this.#step, this.#ports());
    return this.#watch(messages);
  }

  #ports() {
    return {
      ...AT_NO_PRICE,
      domains: this.#domains(),
      dnsQueue: { send: this.#send },
      restoreEpoch: 0,
      clock: () => this.now,
      log: () => {},
      slotOfLane: () => this.#slotOf,
      jitter: () => 0.5,
    };
  }

  readonly #slotOf = (organizationId: string) => {
    let isHeld = false;
    return {
      take: async () => {
        this.slotsTaken.push(organizationId);
        if (this.freeSlots === 0) return false;
        this.freeSlots -= 1;
        isHeld = true;
        return true;
      },
      release: async () => {
        if (isHeld) this.freeSlots += 1;
      },
    };
  };

  readonly #send = async (messages: readonly QueueMessage[]): Promise<number[]> => {
    if (this.queueRefuses) return [...messages.keys()];
    this.sent += messages.length;
    for (const { body, delaySeconds = 0 } of messages)
      this.messages.push({ body, dueAtMs: this.now.getTime() + delaySeconds * SECOND });
    return [];
  };

  #domains() {
    return {
      get: async () => this.row,
      replace: async (before: Domain, after: Domain, change: Change) => {
        this.#mustBe(before.version);
        this.row = { ...after, version: before.version + 1 };
        this.changes.push(change);
      },
      extend: async (domain: Domain, dueAt: string, lastCheck?: Execution['lastCheck']) => {
        this.#mustBe(domain.version);
        const execution = { ...domain.execution, dueAt, ...(lastCheck && { lastCheck }) };
        this.row = { ...domain, execution, version: domain.version + 1 };
        this.extended += 1;
      },
    };
  }

  #watch = watchDns(this.#step, this.#ports());

  #mustBe(version: number): void {
    if (this.row?.version !== version) throw new LostRace([], undefined);
  }
}
