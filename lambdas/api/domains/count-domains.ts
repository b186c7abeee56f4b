import { WAITABLE_ACTORS, type WaitableActor } from '../../../contract/api/error-codes.ts';
import type { DomainListStore } from '../../model/domains/domain-list.store.ts';
import type { WaitingCounts } from '../../model/events/waiting-counts.store.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { DomainCounts } from './domain-responses.schema.ts';

/** 30 s plus 1 s of index lag: counts are right within a minute. */
const KEPT_SECONDS = 30;
/** Per actor: some thousand domains. */
const MAX_PAGES = 20;

/** `nobody` is the total minus the others, because no actor index contains a healthy domain. */
export const countDomains = defineOperation({
  id: 'countDomains',
  clientMethod: 'domains.count',
  tag: 'Domains',
  reach: 'organization',
  summary: 'Count domains by who has to act',
  description:
    'How many domains wait for a customer, for you or for this service, and how many for nobody: these are served, or go on by themselves. Lists of them: `GET /domains?actor=…`.',
  answer: {
    status: 200,
    description: 'The counts.',
    schema: DomainCounts,
    example: () => ({
      total: 1000,
      by_actor: { customer: 28, integrator: 16, service: 0, nobody: 956 },
      is_complete: true,
      counted_at: '2026-11-21T08:00:00.000Z',
    }),
  },
  prepare:
    ({ domainLists, waitingCounts }: Pick<Rows, 'domainLists' | 'waitingCounts'>) =>
    async ({ request: { now }, caller: { organizationId } }) => {
      const { total, kept } = await waitingCounts.read(organizationId);
      const isFresh = kept && Date.parse(kept.countedAt) > now.getTime() - KEPT_SECONDS * 1000;
      const counts = isFresh ? kept : await countAgain(organizationId, now, domainLists);
      return async () => {
        if (!isFresh) await waitingCounts.keep(organizationId, counts);
        return { status: 200, json: countsResource(total, counts) };
      };
    },
});

function countsResource(total: number, { customer, integrator, service, countedAt, isComplete }: WaitingCounts) {
  const nobody = Math.max(0, total - customer - integrator - service);
  return { total, by_actor: { customer, integrator, service, nobody }, is_complete: isComplete, counted_at: countedAt };
}

async function countAgain(organizationId: string, now: Date, lists: DomainListStore): Promise<WaitingCounts> {
  const counted = await Promise.all(WAITABLE_ACTORS.map((actor) => countOf(organizationId, actor, lists)));
  return {
    ...(Object.fromEntries(counted.map(({ actor, count }) => [actor, count])) as Record<WaitableActor, number>),
    countedAt: now.toISOString(),
    isComplete: counted.every(({ isComplete }) => isComplete),
  };
}

async function countOf(organizationId: string, actor: WaitableActor, lists: DomainListStore) {
  let count = 0;
  let startAt: Parameters<DomainListStore['countWaitingPage']>[2];
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page = await lists.countWaitingPage(organizationId, actor, startAt);
    count += page.count;
    startAt = page.next;
    if (startAt === undefined) return { actor, count, isComplete: true };
  }
  return { actor, count, isComplete: false };
}
