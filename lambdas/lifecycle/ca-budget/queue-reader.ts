import type { Item } from '../../shared/table/table.store.ts';
import type { CaBudgetStore } from './ca-budget.store.ts';
import type { CaQueueStore, QueuedName } from './ca-queue.store.ts';
import type { QueueClass } from './fair-queue.ts';
import { type ArrivalMs, arrivalAfterMs, roomFromMs } from './gcra.ts';
import { type Acme, organizationLimit } from './order-limits.ts';

interface ReaderPorts {
  acme: Acme;
  budget: Pick<CaBudgetStore, 'read'>;
  queue: Pick<CaQueueStore, 'page'>;
}

/** What is used up of an organization's day. */
export interface Standing {
  arrivalMs: ArrivalMs;
}

type Granted = { place: string; domain: { organizationId: string } };

/** One class of the queue from its front, page by page. Organizations whose day is spent are passed over, and keep their places. */
export class ClassReader {
  readonly #queueClass: QueueClass;
  readonly #ports: ReaderPorts;
  readonly #standings = new Map<string, Standing>();
  #names: QueuedName[] = [];
  #at = 0;
  #next: Item | undefined;
  #isRead = false;
  #lostAt: string | undefined;

  constructor(queueClass: QueueClass, ports: ReaderPorts) {
    this.#queueClass = queueClass;
    this.#ports = ports;
  }

  /** The first that was not passed yet and whose organization may have an order now. */
  async head(now: Date): Promise<QueuedName | undefined> {
    for (;;) {
      const name = this.#names[this.#at];
      if (name && (await this.#hasRoom(name, now))) return name;
      if (name) this.#at += 1;
      else if (!(await this.#readOn())) return undefined;
    }
  }

  pass(): void {
    this.#at += 1;
  }

  standingOf({ organizationId }: Pick<QueuedName, 'organizationId'>): Standing | undefined {
    return this.#standings.get(organizationId);
  }

  /** Has its organization's day read again; a name that is lost a second time is the next run's. */
  lost({ place, domain: { organizationId } }: Granted): void {
    this.#standings.delete(organizationId);
    if (this.#lostAt === place) this.pass();
    this.#lostAt = place;
  }

  /** Counts the grant to its organization's day, as it was read: of the same instant as it was written, or the next one would be lost. */
  granted({ domain: { organizationId } }: Granted, now: Date): void {
    this.pass();
    const standing = this.#standings.get(organizationId);
    if (standing) standing.arrivalMs = arrivalAfterMs(this.#limit(organizationId).limit, standing.arrivalMs, now.getTime());
  }

  /** Renewals are no part of an organization's day. */
  async #hasRoom({ organizationId }: QueuedName, now: Date): Promise<boolean> {
    if (this.#queueClass === 'renewal') return true;
    const limited = this.#limit(organizationId);
    let standing = this.#standings.get(organizationId);
    if (!standing) {
      const [stored] = await this.#ports.budget.read([limited]);
      standing = { arrivalMs: stored?.arrivalMs };
      this.#standings.set(organizationId, standing);
    }
    return roomFromMs(limited.limit, standing.arrivalMs) <= now.getTime();
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
