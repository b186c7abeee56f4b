import type { Command } from 'commander';
import { type Ca, orderedCas } from '../../../contract/stack/settings.schema.ts';
import { type AcmeAccountStore, acmeAccountStore, type StoredAccount } from '../../../lambdas/acme/account.store.ts';
import { type CaHealthStore, caHealthStore } from '../../../lambdas/ca-limits/ca-health.store.ts';
import { type CaHealth, caStateOf } from '../../../lambdas/ca-limits/ca-health.ts';
import type { CaBudgetStore } from '../../../lambdas/ca-limits/ca-order-limits.store.ts';
import type { CaQueueStore, QueuedName } from '../../../lambdas/ca-limits/ca-queue.store.ts';
import { joinedAtOf, QUEUE_CLASSES, type QueueClass } from '../../../lambdas/ca-limits/fair-queue.ts';
import { intervalMs } from '../../../lambdas/ca-limits/gcra.ts';
import { type OpenSlots, openSlots } from '../../../lambdas/ca-limits/open-slots.store.ts';
import { type Acme, accountLimit, PUBLISHED_LIMITS } from '../../../lambdas/ca-limits/order-limits.ts';
import { type Switches, type SwitchStore, switchStore } from '../../../lambdas/shared/switches/switches.store.ts';
import type { Table } from '../../../lambdas/shared/table/table.store.ts';
import { deployedCa, type Session } from '../connect.ts';

/** A hundred entries per page. A longer queue is reported as such. */
const MAX_PAGES = 20;

async function queueText(queue: Pick<CaQueueStore, 'page'>): Promise<string> {
  const read = await Promise.all(QUEUE_CLASSES.map(async (of) => ({ of, ...(await waitingOf(queue, of)) })));
  const names = read.flatMap((ofClass) => ofClass.names).map((name) => ({ ...name, joinedAt: joinedAtOf(name.place) }));
  const [longest] = names.toSorted((one, other) => (one.joinedAt < other.joinedAt ? -1 : 1));
  if (!longest) return 'nobody waits';
  const counted = read.flatMap(({ of, names, isAll }) =>
    names.length > 0 ? [`${names.length}${isAll ? '' : ' or more'} ${of}`] : [],
  );
  return `${counted.join(', ')}; longest domain ${longest.domainId} of ${longest.organizationId}, since ${longest.joinedAt}`;
}

async function waitingOf(
  { page }: Pick<CaQueueStore, 'page'>,
  queueClass: QueueClass,
): Promise<{ names: QueuedName[]; isAll: boolean }> {
  const all: QueuedName[] = [];
  let startAt: Parameters<typeof page>[1];
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { names, next } = await page(queueClass, startAt);
    all.push(...names);
    if (next === undefined) return { names: all, isAll: true };
    startAt = next;
  }
  return { names: all, isAll: false };
}

/** The stage's order budget, and what is left of it now. */
async function budgetText(acme: Acme, budget: Pick<CaBudgetStore, 'read'>, now: Date): Promise<string> {
  const limited = accountLimit(acme);
  const [stored] = await budget.read([limited]);
  const usedMs = Math.max(0, (stored?.arrivalMs ?? 0) - now.getTime());
  const left = Math.max(0, limited.limit.count - Math.ceil(usedMs / intervalMs(limited.limit)));
  return `${acme.ordersPerMinute} orders a minute, ${left} of ${limited.limit.count} at once left`;
}

export interface StatusPorts {
  caName: string;
  slots: Pick<OpenSlots, 'acme'> & { budget: Pick<OpenSlots['budget'], 'read'>; queue: Pick<OpenSlots['queue'], 'page'> };
  account: Pick<AcmeAccountStore, 'get'>;
  health: Pick<CaHealthStore, 'get'>;
}

export function statusPorts(table: Table, ca: Ca): StatusPorts {
  return {
    caName: ca.caName,
    slots: openSlots(table, ca),
    account: acmeAccountStore(table, ca.directoryUrl),
    health: caHealthStore(table, ca.directoryUrl),
  };
}

/** One row per CA, the preferred one first. Sends no request to the CAs. */
export async function caStatus(
  cas: readonly StatusPorts[],
  switches: Pick<SwitchStore, 'get'>,
  now: Date,
): Promise<Record<string, string>[]> {
  const { paused } = await switches.get();
  return Promise.all(
    cas.map(async ({ caName, slots: { acme, budget, queue }, account, health }) => ({
      ca: caName,
      health: `${pauseText(paused, caName)}${healthText(await health.get(), now)}`,
      account: accountText(await account.get()),
      budget: await budgetText(acme, budget, now),
      queue: await queueText(queue),
      limits: limitsText(acme.directoryUrl),
      directory: acme.directoryUrl,
    })),
  );
}

/** An operator's pause, which says nothing about the CA. */
function pauseText(paused: Switches['paused'], caName: string): string {
  const pauses = [
    ['paused', paused[`ca ${caName}`]],
    ['new orders of everybody paused', paused.orders],
  ] as const;
  return pauses.map(([what, pause]) => (pause ? `${what} since ${pause.since} by ${pause.by} (${pause.reason}); ` : '')).join('');
}

function healthText(health: CaHealth | undefined, now: Date): string {
  if (health === undefined) return 'serving';
  const { failures, problem, openedAt, probes = 0, probeAt, closedAt } = health;
  const said = `${problem.type}: ${problem.detail}`;
  switch (caStateOf(health, now).kind) {
    case 'spared':
      return `spared since ${openedAt} (${said}), looked at ${probes} times since, next at ${probeAt}`;
    case 'probe-due':
      return `spared since ${openedAt} (${said}), looked at ${probes} times since, next by the next domain that needs it`;
    case 'serving':
      if (failures > 0) return `serving, after ${failures} failures in a row (${said})`;
      return closedAt === undefined ? 'serving' : `serving again since ${closedAt} (${said})`;
  }
}

/** The CA's published limits. The budget is our own. */
function limitsText(directoryUrl: string): string {
  const published = PUBLISHED_LIMITS[directoryUrl];
  if (!published) return 'none that the service knows';
  const { source, readOn, ordersPerAccount } = published;
  return `${ordersPerAccount.count} orders in ${ordersPerAccount.windowSeconds / 3_600} hours and others, read on ${readOn} at ${source}`;
}

function accountText(account: StoredAccount | undefined): string {
  if (account === undefined) return 'none yet: the first order makes it';
  const { accountUrl, createdAt, keyChangedAt = createdAt, pendingKey, deactivatedAt } = account;
  if (deactivatedAt !== undefined) return `deactivated at ${deactivatedAt}`;
  const change = pendingKey ? ', a change of it is not finished' : '';
  return `${accountUrl ?? 'a key that the CA does not know yet'}, its key since ${keyChangedAt}${change}`;
}

export function addCaStatusCommands(program: Command, session: Session): void {
  program
    .command('ca-status')
    .description(
      'how each CA of the stage is: whether it is paused or spared, our account there, our budget, and who waits for it',
    )
    .action(async () => {
      const { table, clock, settings } = await deployedCa(session);
      session.print({
        cas: await caStatus(
          orderedCas(settings).map((ca) => statusPorts(table, ca)),
          switchStore(table),
          clock(),
        ),
      });
    });
}
