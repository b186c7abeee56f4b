import { actorFor } from '../../model/domains/diagnosis-of.ts';
import type { DomainListStore, ListPosition } from '../../model/domains/domain-list.store.ts';
import type { ShownDomain } from '../../model/domains/domain-row.schema.ts';
import { csvAnswer, formatOf } from '../../shared/http/answer-format.ts';
import { listPartitions } from '../../shared/table/keys.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { defineOperation } from '../pipeline/operation.ts';
import { CountExpiriesQuery } from './domain-requests.schema.ts';
import { DomainExpiries } from './domain-responses.schema.ts';

interface Counts {
  by_itself: number;
  needs_somebody: number;
}
interface Week extends Counts {
  starts_at: string;
  ends_at: string;
}

/** Never reached: a Query page of 1 MB holds some hundred domains. */
const MAX_ON_PAGE = 1000;
/** Some ten thousand domains. */
const MAX_EXPIRY_PAGES = 20;

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** 1970-01-01 was a Thursday. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/** Counts the soonest expiries first, so that a partial count is complete up to an instant. */
export const countExpiries = defineOperation({
  id: 'countExpiries',
  clientMethod: 'domains.count_expiries',
  tag: 'Domains',
  reach: 'organization',
  summary: 'Count certificates by the week in which they end',
  description:
    'For a calendar: how many certificates end in which week, and how many of these cannot be renewed until you or a customer have done something. A list of a week: `GET /domains?expires_after=…&expires_before=…`.',
  query: CountExpiriesQuery,
  answer: {
    status: 200,
    description: 'The counts.',
    schema: DomainExpiries,
    example: () => ({
      earlier: { by_itself: 0, needs_somebody: 1 },
      weeks: [
        {
          starts_at: '2026-11-16T00:00:00.000Z',
          ends_at: '2026-11-23T00:00:00.000Z',
          by_itself: 0,
          needs_somebody: 2,
        },
      ],
      is_complete: true,
      counted_at: '2026-11-21T08:00:00.000Z',
    }),
    csv: 'starts_at,ends_at,by_itself,needs_somebody,is_complete\r\n,2026-11-16T00:00:00.000Z,0,1,true\r\n2026-11-16T00:00:00.000Z,2026-11-23T00:00:00.000Z,0,2,true\r\n',
  },
  prepare:
    ({ domainLists, testClock }: Pick<Rows, 'domainLists' | 'testClock'>) =>
    async ({ request, caller: { organizationId }, query: { weeks: number, format } }) => {
      const weeks = weeksFrom(await testClock.now(organizationId, request.now), number);
      const earlier: Counts = { by_itself: 0, needs_somebody: 0 };
      const completeUntil = await eachPage(organizationId, weeks.at(-1)?.ends_at ?? '', domainLists, (domain, endsAt) => {
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
});

/** The row for earlier expiries has no `starts_at`. Rows are complete up to `completeUntil`. */
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

/** Calendar weeks in UTC, beginning with the current one. */
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

/** Returns the instant up to which everything was counted, or undefined if all was. */
async function eachPage(
  organizationId: string,
  endsBefore: string,
  lists: DomainListStore,
  count: (domain: ShownDomain, endsAt: string) => void,
): Promise<string | undefined> {
  const query = { index: 'byExpiry', partition: listPartitions.ofOrganization(organizationId), endsBefore } as const;
  let after: ListPosition | undefined;
  for (let pages = 0; pages < MAX_EXPIRY_PAGES; pages += 1) {
    const { domains, mayHaveMore } = await lists.page({ ...query, limit: MAX_ON_PAGE, ...(after && { after }) });
    for (const domain of domains) if (domain.served) count(domain, domain.served.certificate.notAfter);
    const last = domains.at(-1);
    if (!mayHaveMore || !last) return undefined;
    after = { id: last.id, endsAt: last.served?.certificate.notAfter };
  }
  return after?.endsAt;
}
