import type { Acme } from '../../../lambdas/ca-limits/order-limits.ts';
import { domainOf } from '../../../lambdas/model/domains/domain-item.ts';
import type { Domain, DomainIn } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import type { Sealed } from '../../../lambdas/shared/secrets/sealed.schema.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import type { Table } from '../../../lambdas/shared/table/table.store.ts';
import { prepareIssuance } from '../../../lambdas/steps/issuance/prepare-issuance.ts';
import { runStep } from '../../../lambdas/steps/run-step.ts';
import { lazily } from '../../../lambdas/wiring/lazily.ts';
import { openPreparation } from '../../../lambdas/wiring/preparation.wiring.ts';
import { openRows } from '../../../lambdas/wiring/rows.wiring.ts';
import { openSteps } from '../../../lambdas/wiring/steps.wiring.ts';
import { aDomain, later, SECOND, timings } from '../a-domain.ts';
import { clock, domains, itemOf, table, tableHolds } from '../api/api-caller.ts';
import { edgesWith } from '../edges.ts';
import { settings } from '../settings.ts';
import { NOBODY_NEXT, TOLD_AGENTS } from '../steps/issuance/told-agents.ts';

const MINUTE = 60 * SECOND;
export const ACME = { directoryUrl: 'https://ca.test/dir', ordersPerMinute: 2, ordersPerOrganizationPerDay: 1_000 };
export const SLOT_MS = MINUTE / 2;

/** The queue of one CA account: names that request orders, and the dispatcher, on a table of their own. */
export class AQueue {
  readonly held = tableHolds();
  acme: Acme = ACME;
  pause = async (_lost: number): Promise<void> => {};
  seal = async (): Promise<Sealed> => ({ dataKey: 'ZGs=', iv: 'aXY=', tag: 'dGFn', ciphertext: 'Y3Q=' });
  readonly #rows = openRows(
    edgesWith({
      newKeyAndCsr: async () => ({ privateKeyPem: 'PRIVATE', csr: 'CSR' }),
      seal: () => this.seal(),
      pauseAfterLostRace: (lost: number) => this.pause(lost),
    }),
  );
  isZoneBehind = this.#rows.isZoneBehind;

  /** Ports of the step and of the dispatcher. All outside checks pass. */
  ports({ now = () => clock.now, transact = table.transact }: { now?: () => Date; transact?: Table['transact'] } = {}) {
    const rows = lazily(
      {
        settings: () => ({ ...settings, acme: { ...settings.acme, ...this.acme } }),
        isZoneBehind: () => () => this.isZoneBehind(),
        clock: () => now,
        table: () => ({ ...table, transact }),
      },
      this.#rows,
    );
    const matched = async () => ({ kind: 'cname-matched' as const, evidence: [] });
    return lazily(
      {
        lookAtCname: () => matched,
        lookAtValidation: () => matched,
        lookAtCaa: () => async () => [{ kind: 'caa-allows' as const }],
        preflight: () => async () => ({ kind: 'passed' as const }),
        hostnameWrites: () => TOLD_AGENTS,
      },
      openPreparation(openSteps(rows)),
    );
  }

  run(over: Parameters<AQueue['ports']>[0] = {}) {
    return this.ports(over).dispatch(later(24 * 60 * MINUTE));
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

  /** The theoretical arrival time of the account's order budget. */
  accountArrivalMs(): unknown {
    const { pk, sk } = keys.caBudget(this.acme.directoryUrl, 'orders');
    return this.held.get(`${pk}|${sk}`)?.arrivalMs;
  }

  places(): string[] {
    return [...this.held.values()].filter(({ pk }) => String(pk).endsWith('#QUEUE')).map(({ sk }) => String(sk));
  }

  /** Runs the step: it takes a slot, or joins the queue and rests. */
  async arrives(id: number, organizationId = 'org_A', over: Partial<Domain> = {}): Promise<string> {
    const domain = { ...aDomain('preparing'), ...over, id, organizationId, url: `shop-${id}.customer.com` };
    return this.asks(domain as DomainIn<'preparing'>);
  }

  async again(id: number): Promise<string> {
    return this.#asks((await domains.get(id)) as DomainIn<'preparing'>);
  }

  async asks(domain: DomainIn<'preparing'>): Promise<string> {
    const awake = { ...domain, execution: omit(domain.execution, 'resumeAt') };
    this.keep(awake as Domain);
    return this.#asks(domain);
  }

  async #asks(domain: DomainIn<'preparing'>): Promise<string> {
    await this.#step()({ domainId: domain.id, attempt: domain.execution.attempt, timings, epoch: 0 });
    const { phase, issuance } = (await domains.get(domain.id)) as DomainIn<'preparing' | 'ordering'>;
    if (phase === 'ordering') return 'granted';
    if ('place' in issuance && issuance.place !== undefined) return 'queued';
    return issuance.slotGrantedAt === undefined ? 'slot-not-before' : 'slot-kept';
  }

  /** Runs the step as the sweep starts it: it checks its place in the queue and rests again. */
  async checks(id: number): Promise<void> {
    await this.asks(await this.row(id));
  }

  #step() {
    const ports = this.ports();
    return runStep(prepareIssuance(ports, NOBODY_NEXT), ports);
  }
}

export function minutesLater(minutes: number): void {
  clock.now = later(minutes * MINUTE);
}
