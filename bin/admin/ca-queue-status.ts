import type { CaBudgetStore } from '../../lambdas/lifecycle/ca-budget/ca-budget.store.ts';
import type { CaQueueStore, QueuedName } from '../../lambdas/lifecycle/ca-budget/ca-queue.store.ts';
import { joinedAtOf, QUEUE_CLASSES, type QueueClass } from '../../lambdas/lifecycle/ca-budget/fair-queue.ts';
import { intervalMs } from '../../lambdas/lifecycle/ca-budget/gcra.ts';
import { type Acme, accountLimit } from '../../lambdas/lifecycle/ca-budget/order-limits.ts';

/** Read a hundred at a time: of a class that is longer it is said that it is. */
const MOST_PAGES = 20;

/** Who waits for orders at one CA account, and for how long. */
export async function queueText(queue: Pick<CaQueueStore, 'page'>): Promise<string> {
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
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const { names, next } = await page(queueClass, startAt);
    all.push(...names);
    if (next === undefined) return { names: all, isAll: true };
    startAt = next;
  }
  return { names: all, isAll: false };
}

/** What the stage lets through, and how much of it is left at this moment. */
export async function budgetText(acme: Acme, budget: Pick<CaBudgetStore, 'read'>, now: Date): Promise<string> {
  const limited = accountLimit(acme);
  const [stored] = await budget.read([limited]);
  const usedMs = Math.max(0, (stored?.arrivalMs ?? 0) - now.getTime());
  const left = Math.max(0, limited.limit.count - Math.ceil(usedMs / intervalMs(limited.limit)));
  return `${acme.ordersPerMinute} orders a minute, ${left} of ${limited.limit.count} at once left`;
}
