import { WAITED_FOR, type WaitedFor } from '../../../contract/api/error-codes.ts';
import type { DomainListStore } from '../../model/domains/domain-list.store.ts';
import type { WaitingCounts, WaitingCountsStore } from '../../model/events/waiting-counts.store.ts';
import { refuseQuery } from '../../shared/http/parameters.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';

interface CountDomainsPorts {
  lists: DomainListStore;
  counts: WaitingCountsStore;
}

/** With the second that an index may lag, a count is right within a minute. */
const KEPT_SECONDS = 30;
/** For one actor: some thousand domains. */
const MOST_PAGES = 20;

/** How many domains wait for whom. Those of nobody are the others: a healthy domain is in no index of this. */
export function countDomains(ports: CountDomainsPorts): ApiRoute {
  return {
    operation: 'countDomains',
    async prepare(request, { organizationId }) {
      refuseQuery(request);
      const { total, kept } = await ports.counts.read(organizationId);
      const isFresh = kept && Date.parse(kept.countedAt) > request.now.getTime() - KEPT_SECONDS * 1000;
      const counts = isFresh ? kept : await countAgain(organizationId, request.now, ports);
      return async () => {
        if (!isFresh) await ports.counts.keep(organizationId, counts);
        return { status: 200, json: countsResource(total, counts) };
      };
    },
  };
}

function countsResource(total: number, { customer, integrator, service, countedAt, isComplete }: WaitingCounts) {
  const nobody = Math.max(0, total - customer - integrator - service);
  return { total, by_actor: { customer, integrator, service, nobody }, is_complete: isComplete, counted_at: countedAt };
}

async function countAgain(organizationId: string, now: Date, ports: CountDomainsPorts): Promise<WaitingCounts> {
  const counted = await Promise.all(WAITED_FOR.map((actor) => countOf(organizationId, actor, ports)));
  return {
    ...(Object.fromEntries(counted.map(({ actor, count }) => [actor, count])) as Record<WaitedFor, number>),
    countedAt: now.toISOString(),
    isComplete: counted.every(({ isComplete }) => isComplete),
  };
}

async function countOf(organizationId: string, actor: WaitedFor, { lists }: CountDomainsPorts) {
  let count = 0;
  let startAt: Parameters<DomainListStore['countWaitingPage']>[2];
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const page = await lists.countWaitingPage(organizationId, actor, startAt);
    count += page.count;
    startAt = page.next;
    if (startAt === undefined) return { actor, count, isComplete: true };
  }
  return { actor, count, isComplete: false };
}
