import { WAITED_FOR, type WaitedFor } from '../../../contract/api/error-codes.ts';
import { actorFor } from '../../model/domains/diagnosis-of.ts';
import type { DomainListStore, ListPosition } from '../../model/domains/domain-list.store.ts';
import type { ShownDomain } from '../../model/domains/domain-row.schema.ts';
import type { WaitingCounts, WaitingCountsStore } from '../../model/events/waiting-counts.store.ts';
import { csvAnswer, formatOf } from '../../shared/http/answer-format.ts';
import { readQuery, refuseQuery } from '../../shared/http/parameters.ts';
import { listPartitions } from '../../shared/table/keys.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import { CountExpiriesQuery } from './domain-requests.schema.ts';

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

interface Counts {
  by_itself: number;
  needs_somebody: number;
}
interface Week extends Counts {
  starts_at: string;
  ends_at: string;
}

/** Of a Query: a megabyte of domains, some hundred, is less. */
const MOST_ON_PAGE = 1000;
/** Some ten thousand domains. */
const MOST_EXPIRY_PAGES = 20;

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970 began on a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** How many certificates end in which week, and how many of these need somebody before. The soonest are counted first. */
export function countExpiries({ lists }: { lists: Pick<DomainListStore, 'page'> }): ApiRoute {
  return {
    operation: 'countExpiries',
    async prepare(request, { organizationId }) {
      const { weeks: number, format } = readQuery(request, CountExpiriesQuery);
      const weeks = weeksFrom(request.now, number);
      const earlier: Counts = { by_itself: 0, needs_somebody: 0 };
      const completeUntil = await eachPage(organizationId, weeks.at(-1)?.ends_at ?? '', lists, (domain, endsAt) => {
        const counts = weeks.find((week) => week.starts_at <= endsAt && endsAt < week.ends_at) ?? earlier;
        counts[needsSomebody(domain) ? 'needs_somebody' : 'by_itself'] += 1;
      });
      const isComplete = completeUntil === undefined;
      if (formatOf(request, format, ['csv']) === 'csv') return () => csvAnswer(tableOf(earlier, weeks, completeUntil));
      return () => ({
        status: 200,
        json: {
          ...{ earlier, weeks, is_complete: isComplete },
          ...(!isComplete && { complete_until: completeUntil }),
          counted_at: request.now.toISOString(),
        },
      });
    },
  };
}

/** The line of what ended before has no `starts_at`. The soonest are counted first: what ends by `completeUntil` is whole. */
function tableOf(earlier: Counts, weeks: Week[], completeUntil: string | undefined) {
  const all = [{ ...earlier, starts_at: undefined, ends_at: weeks[0]?.starts_at ?? '' }, ...weeks];
  return [
    ['starts_at', 'ends_at', 'by_itself', 'needs_somebody', 'is_complete'],
    ...all.map(({ starts_at, ends_at, by_itself, needs_somebody }) => {
      const isComplete = completeUntil === undefined || ends_at <= completeUntil;
      return [starts_at, ends_at, by_itself, needs_somebody, isComplete];
    }),
  ];
}

/** The weeks of the calendar, in UTC, from the present one on. */
function weeksFrom(now: Date, number: number): Week[] {
  const monday = now.getTime() - ((now.getTime() - FIRST_MONDAY_MS) % WEEK_MS);
  const at = (week: number) => new Date(monday + week * WEEK_MS).toISOString();
  return Array.from({ length: number }, (_, week) => ({
    ...{ starts_at: at(week), ends_at: at(week + 1) },
    ...{ by_itself: 0, needs_somebody: 0 },
  }));
}

function needsSomebody(domain: ShownDomain): boolean {
  const actor = actorFor(domain);
  return actor === 'customer' || actor === 'integrator';
}

/** Answers up to where everything was counted, if that is not all. */
async function eachPage(
  organizationId: string,
  endsBefore: string,
  lists: Pick<DomainListStore, 'page'>,
  count: (domain: ShownDomain, endsAt: string) => void,
): Promise<string | undefined> {
  const query = { index: 'byExpiry', partition: listPartitions.ofOrganization(organizationId), endsBefore } as const;
  let after: ListPosition | undefined;
  for (let pages = 0; pages < MOST_EXPIRY_PAGES; pages += 1) {
    const { domains, mayHaveMore } = await lists.page({ ...query, limit: MOST_ON_PAGE, ...(after && { after }) });
    for (const domain of domains) if (domain.served) count(domain, domain.served.certificate.notAfter);
    const last = domains.at(-1);
    if (!mayHaveMore || !last) return undefined;
    after = { id: last.id, endsAt: last.served?.certificate.notAfter };
  }
  return after?.endsAt;
}
