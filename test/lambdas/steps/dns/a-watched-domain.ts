import type { StepOutcome } from '../../../../contract/stack/execution.schema.ts';
import type { Timings } from '../../../../contract/stack/timings.schema.ts';
import type { DnsObservation } from '../../../../lambdas/lifecycle/observation.ts';
import type { Change } from '../../../../lambdas/model/domains/domain.store.ts';
import { domainItem, domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import type { Domain } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import type { QueueMessage } from '../../../../lambdas/shared/aws/queue.gateway.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { checkDns, checkThenWatch } from '../../../../lambdas/steps/dns/check-dns.ts';
import { watchDns } from '../../../../lambdas/steps/dns/watch-dns.ts';
import { openDns } from '../../../../lambdas/wiring/dns.wiring.ts';
import { lazily } from '../../../../lambdas/wiring/lazily.ts';
import { openRows, type Rows } from '../../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../../lambdas/wiring/steps.wiring.ts';
import { aDomain, NOW, SECOND, timings } from '../../a-domain.ts';
import { claimItem } from '../../api/domains/a-creation.ts';
import { dynamo, edgesWith } from '../../edges.ts';
import { holdItems } from '../../held-items.ts';

const { id: DOMAIN_ID } = aDomain('awaiting-dns');
const ROW = Object.values(keys.domain(DOMAIN_ID)).join('|');
/** Delay of a check after its wait or message is due. */
const LATE_MS = 300;

/**
 * A domain without its CNAME: its row, its execution, a queue with delays like SQS, and a clock that moves from check to check.
 */
export class AWatchedDomain {
  readonly #items = holdItems(dynamo, [claimItem({ organizationId: 'org_A', domainId: DOMAIN_ID })]).items;
  now = NOW;
  observation: DnsObservation = { kind: 'cname-missing', evidence: [] };
  /** Queued messages with their due times. */
  messages: { body: string; dueAtMs: number }[] = [];
  /** `checks` and `changes` record what happened, for counts. */
  readonly checks: Date[] = [];
  readonly changes: Change[] = [];
  sent = 0;
  extended = 0;
  queueRefuses = false;
  /** Each batch runs in a new Lambda process without memory. */
  isCold = false;
  timings: Timings;
  /** The organization's free slots in either lane. `slotsTaken`: who requested one. */
  freeSlots = 10;
  readonly slotsTaken: string[] = [];
  #quiet: StepOutcome['quiet'] = { checks: 0 };

  constructor({ dnsWaitStateSeconds = timings.dnsWaitStateSeconds } = {}) {
    this.timings = { ...timings, dnsWaitStateSeconds };
    this.row = aDomain('awaiting-dns');
  }

  get row(): Domain | undefined {
    const item = this.#items.get(ROW);
    return item && domainOf(item);
  }

  set row(row: Domain | undefined) {
    if (row) this.#items.set(ROW, domainItem(row));
    else this.#items.delete(ROW);
  }

  /** Runs a check in the execution, with the output of the previous one. */
  async begin(attempt = this.row?.execution.attempt ?? 1): Promise<StepOutcome> {
    const { run } = this.row?.execution ?? {};
    const input = {
      domainId: DOMAIN_ID,
      attempt,
      timings: this.timings,
      epoch: 0,
      quiet: this.#quiet,
      ...(run && { run: run.id }),
    };
    const outcome = await checkThenWatch(checkDns(this.#ports), this.#ports)(input);
    this.#quiet = outcome.quiet ?? { checks: 0 };
    return outcome;
  }

  /** Runs the execution to its end. Returns the number of waits. */
  async execute(): Promise<number> {
    let waits = 0;
    for (let outcome = await this.begin(); outcome.next === 'check-dns'; outcome = await this.begin()) {
      this.now = new Date(this.now.getTime() + outcome.waitSeconds * SECOND + LATE_MS);
      waits += 1;
    }
    return waits;
  }

  /** Lambda receives the next due message. Returns false if there was none. */
  async takeNext(): Promise<boolean> {
    const next = this.messages.toSorted((one, other) => one.dueAtMs - other.dueAtMs)[0];
    if (!next) return false;
    this.messages = this.messages.filter((message) => message !== next);
    this.now = new Date(Math.max(this.now.getTime(), next.dueAtMs + LATE_MS));
    await this.take([next.body]);
    return true;
  }

  /** Handles a batch like Lambda. Returns the positions to retry. */
  take(bodies: string[], receives = 1): Promise<string[]> {
    const messages = bodies.map((body, position) => ({ id: String(position), body, receives }));
    if (this.isCold) this.#watch = watchDns(checkDns(this.#ports), this.#ports);
    return this.#watch(messages);
  }

  readonly #opened = openSteps(
    openRows(edgesWith({ clock: () => this.now, jitter: () => 0.5, dnsQueue: { send: (messages) => this.#send(messages) } })),
  );

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

  async #send(messages: readonly QueueMessage[]): Promise<number[]> {
    if (this.queueRefuses) return [...messages.keys()];
    this.sent += messages.length;
    for (const { body, delaySeconds = 0 } of messages)
      this.messages.push({ body, dueAtMs: this.now.getTime() + delaySeconds * SECOND });
    return [];
  }

  readonly #ports = lazily(
    { slotOfLane: () => () => this.#slotOf, lookAtRecords: () => () => this.#lookAtRecords(), domains: () => this.#domains() },
    openDns(this.#opened),
  );
  #watch = watchDns(checkDns(this.#ports), this.#ports);

  async #lookAtRecords(): Promise<DnsObservation> {
    this.checks.push(this.now);
    return this.observation;
  }

  #domains(): Rows['domains'] {
    const { domains } = this.#opened;
    return {
      ...domains,
      replace: async (before, after, change) => {
        await domains.replace(before, after, change);
        this.changes.push(change);
      },
      extend: async (...given) => {
        await domains.extend(...given);
        this.extended += 1;
      },
    };
  }
}
