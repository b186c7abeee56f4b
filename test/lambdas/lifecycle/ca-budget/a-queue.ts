import { type DispatchPorts, dispatch } from '../../../../lambdas/lifecycle/ca-budget/dispatch.ts';
import { openSlots } from '../../../../lambdas/lifecycle/ca-budget/open-slots.store.ts';
import type { QueuedSlot } from '../../../../lambdas/lifecycle/ca-budget/take-slot.ts';
import { slotsAt } from '../../../../lambdas/lifecycle/ca-budget/take-slot.ts';
import { queued } from '../../../../lambdas/lifecycle/queued-transition.ts';
import { domainOf } from '../../../../lambdas/model/domains/domain-item.ts';
import type { Domain, DomainIn } from '../../../../lambdas/model/domains/domain-row.schema.ts';
import { keys } from '../../../../lambdas/shared/table/keys.ts';
import { aDomain, iso, later, SECOND, timings } from '../../a-domain.ts';
import { clock, domains, itemOf, log, table, tableHolds } from '../../api/api-caller.ts';

const MINUTE = 60 * SECOND;
export const ACME = { directoryUrl: 'https://ca.test/dir', ordersPerMinute: 2, ordersPerOrganizationPerDay: 1_000 };
export const SLOT_MS = MINUTE / 2;

/** Names that come for an order at a CA account, and a dispatcher that grants to those who wait, on a table of their own. */
export class AQueue {
  readonly held = tableHolds();
  acme = ACME;

  slots() {
    return openSlots(table, this.acme);
  }

  run(over: Partial<DispatchPorts> = {}) {
    const ports = { ...this.slots(), domains, transact: table.transact, clock: () => clock.now, log, timings };
    return dispatch({ ...ports, ...over }, later(24 * 60 * MINUTE));
  }

  async row(id: number) {
    return domainOf((await table.get(keys.domain(id))) ?? {}) as DomainIn<'preparing'>;
  }

  keep(domain: Domain): void {
    const { pk, sk } = keys.domain(domain.id);
    this.held.set(`${pk}|${sk}`, itemOf(domain));
  }

  async granted(ids: number[]): Promise<number[]> {
    const rows = await Promise.all(ids.map((id) => this.row(id)));
    return rows.filter(({ issuance }) => issuance.slotGrantedAt !== undefined).map(({ id }) => id);
  }

  executions(): string[] {
    const asked = [...this.held.values()].filter(({ kind }) => kind === 'execution');
    return asked.map(({ domainId, attempt }) => `${domainId}-${attempt}`);
  }

  places(): string[] {
    return [...this.held.values()].filter(({ pk }) => String(pk).endsWith('#QUEUE')).map(({ sk }) => String(sk));
  }

  /** As its step does it: asks for a slot, and rests at its place if there is none. */
  async arrives(id: number, organizationId = 'org_A', over: Partial<Domain> = {}): Promise<string> {
    const domain = { ...aDomain('preparing'), ...over, id, organizationId, url: `shop-${id}.customer.com` };
    this.keep(domain as Domain);
    return this.asks(domain as DomainIn<'preparing'>);
  }

  async asks(domain: DomainIn<'preparing'>): Promise<string> {
    const slot = await slotsAt(this.slots()).take(domain, clock.now);
    if (slot.kind === 'slot-queued') await this.#rests(domain, slot);
    return slot.kind === 'slot-queued' ? 'queued' : slot.kind;
  }

  /** As the step does it that the sweep has begun: looks where it stands, and rests there. */
  async looks(id: number): Promise<void> {
    const domain = await this.row(id);
    const { place = '' } = domain.issuance;
    await this.#rests(domain, await slotsAt(this.slots()).stillQueued(domain, place, clock.now));
  }

  async #rests(domain: DomainIn<'preparing'>, slot: QueuedSlot): Promise<void> {
    const { domain: rests, waitSeconds } = queued(domain, slot, clock.now, timings);
    const resumeAt = iso(waitSeconds * 1000);
    const change = { timeline: 'x', events: [], alongside: [slot.entry] };
    await domains.replace(domain, { ...rests, resumeAt, stepDueAt: resumeAt }, change);
  }
}

export function minutesLater(minutes: number): void {
  clock.now = later(minutes * MINUTE);
}
