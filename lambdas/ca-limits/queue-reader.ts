import type { IsZoneBehind } from '../model/domains/challenge/challenge.store.ts';
import type { Pauses } from '../shared/switches/switches.store.ts';
import type { Item } from '../shared/table/table.store.ts';
import type { CaBudgetStore } from './ca-order-limits.store.ts';
import type { CaQueueStore, QueuedName } from './ca-queue.store.ts';
import type { QueueClass } from './fair-queue.ts';
import { type ArrivalMs, arrivalAfterMs, availableAtMs } from './gcra.ts';
import { type Acme, organizationLimit } from './order-limits.ts';

interface ReaderPorts {
  acme: Acme;
  budget: Pick<CaBudgetStore, 'read'>;
  queue: Pick<CaQueueStore, 'page'>;
  isZoneBehind: IsZoneBehind;
}

export interface DayUse {
  arrivalMs: ArrivalMs;
}

type Granted = { place: string; domain: { organizationId: string } };

/**
 * Reads one class of the queue from its front, page by page. It passes over organizations that have used their daily limit or are
 * paused; they keep their places. So do names whose proof the validation zone would show too late: they would not use their slot.
 */
export class ClassReader {
  readonly #queueClass: QueueClass;
  readonly #ports: ReaderPorts;
  readonly #paused: Pauses;
  readonly #dayUses = new Map<string, DayUse>();
  #names: QueuedName[] = [];
  #at = 0;
  #next: Item | undefined;
  #isRead = false;
  #lostAt: string | undefined;

  constructor(queueClass: QueueClass, ports: ReaderPorts, paused: Pauses) {
    this.#queueClass = queueClass;
    this.#ports = ports;
    this.#paused = paused;
  }

  /** The first name that was not passed over and may have an order now. */
  async head(now: Date): Promise<QueuedName | undefined> {
    for (;;) {
      const name = this.#names[this.#at];
      if (name && (await this.#mayOrder(name, now))) return name;
      if (name) this.#at += 1;
      else if (!(await this.#readOn())) return undefined;
    }
  }

  pass(): void {
    this.#at += 1;
  }

  dayUseOf({ organizationId }: Pick<QueuedName, 'organizationId'>): DayUse | undefined {
    return this.#dayUses.get(organizationId);
  }

  /** Reads the organization's daily usage again. A name that loses twice waits for the next run. */
  lost({ place, domain: { organizationId } }: Granted): void {
    this.#dayUses.delete(organizationId);
    if (this.#lostAt === place) this.pass();
    this.#lostAt = place;
  }

  /**
   * Counts the grant in the organization's cached usage, at the instant that was written: otherwise the next grant would lose its
   * race.
   */
  granted({ domain: { organizationId } }: Granted, now: Date): void {
    this.pass();
    const dayUse = this.#dayUses.get(organizationId);
    if (dayUse) dayUse.arrivalMs = arrivalAfterMs(this.#limit(organizationId).limit, dayUse.arrivalMs, now.getTime());
  }

  /** Renewals do not count for an organization's daily limit. */
  async #mayOrder({ organizationId, needsProof }: QueuedName, now: Date): Promise<boolean> {
    if (this.#paused.organization(organizationId)) return false;
    if (needsProof && (await this.#ports.isZoneBehind())) return false;
    if (this.#queueClass === 'renewal') return true;
    const limited = this.#limit(organizationId);
    let dayUse = this.#dayUses.get(organizationId);
    if (!dayUse) {
      const [stored] = await this.#ports.budget.read([limited]);
      dayUse = { arrivalMs: stored?.arrivalMs };
      this.#dayUses.set(organizationId, dayUse);
    }
    return availableAtMs(limited.limit, dayUse.arrivalMs) <= now.getTime();
  }

  #limit(organizationId: string) {
    return organizationLimit(this.#ports.acme, organizationId);
  }

  async #readOn(): Promise<boolean> {
    if (this.#isRead) return false;
    const { names, next } = await this.#ports.queue.page(this.#queueClass, this.#next);
    this.#names = names;
    this.#at = 0;
    this.#next = next;
    this.#isRead = next === undefined;
    return true;
  }
}
