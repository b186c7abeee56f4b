import type { ReportDay, UseTotals } from '../../model/reports/report-day.schema.ts';
import type { Call } from '../pipeline/call.ts';
import { defineReport, EXAMPLE_DAY, type Report, type ReportRange } from './define-report.ts';
import { ApiUseReport } from './report-resources.schema.ts';

const KEY_ID = 'cps_pk_live_4Zr8nT2mQ6xW0cV5bK9jLd';

export const getApiUse = defineReport({
  id: 'getApiUse',
  clientMethod: 'reports.api_use',
  summary: 'Use of the API',
  description:
    'How often your API keys asked, and how often they reached a limit. Requests of people in the dashboard do not count.',
  schema: ApiUseReport,
  example: () => ({
    total: { requests: 5210, hours_at_limit: 0 },
    limits: { requests_per_minute: 100, requests_per_hour: 1000 },
    data: [{ key_id: KEY_ID, requests: 5210, minutes_at_limit: 1 }],
    days: [
      { day: EXAMPLE_DAY, requests: 5210, hours_at_limit: 0, keys: [{ key_id: KEY_ID, requests: 5210, minutes_at_limit: 1 }] },
    ],
  }),
  csv: `day,key_id,requests,minutes_at_limit\r\n${EXAMPLE_DAY},${KEY_ID},5210,1\r\n`,
  reportOf: apiUse,
});

interface KeyUse {
  key_id: string;
  requests: number;
  minutes_at_limit: number;
}

function apiUse(range: ReportRange, { limits }: Call): Report {
  const days = usesOf(range);
  const byKey = Map.groupBy(
    days.flatMap(({ keys }) => keys),
    ({ key_id }) => key_id,
  );
  const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((total, day) => total + of(day), 0);
  return {
    json: {
      total: { requests: sum(({ requests }) => requests), hours_at_limit: sum(({ hours_at_limit: hours }) => hours) },
      limits: { requests_per_minute: limits.requestsPerMinute, requests_per_hour: limits.requestsPerHour },
      data: [...byKey.values()].map((some) => some.reduce(add)).toSorted(mostFirst),
      days,
    },
    rows: [
      ['day', 'key_id', 'requests', 'minutes_at_limit'],
      ...days.flatMap(({ day, keys }) =>
        keys.map(({ key_id, requests, minutes_at_limit }) => [day, key_id, requests, minutes_at_limit]),
      ),
    ],
  };
}

function add(one: KeyUse, other: KeyUse): KeyUse {
  return {
    key_id: one.key_id,
    requests: one.requests + other.requests,
    minutes_at_limit: one.minutes_at_limit + other.minutes_at_limit,
  };
}

function mostFirst(one: KeyUse, other: KeyUse): number {
  return other.requests - one.requests;
}

/** Totals only grow: a day's use is the difference to the last known total. The day after a missed night includes that night. */
function usesOf({ days, dayBefore }: ReportRange) {
  const keysBefore = new Map(Object.entries(dayBefore?.keys ?? {}));
  let hoursBefore = dayBefore?.hours;
  return days
    .filter((day) => day.hours !== undefined)
    .map((day) => {
      const keys = Object.entries(day.keys).flatMap(([key_id, total]) => {
        const { requests, fullWindows } = increaseSince(total, keysBefore.get(key_id));
        keysBefore.set(key_id, total);
        return requests > 0 ? [{ key_id, requests, minutes_at_limit: fullWindows }] : [];
      });
      const { requests, fullWindows } = increaseSince(hoursOf(day), hoursBefore);
      hoursBefore = hoursOf(day);
      return { day: day.day, requests, hours_at_limit: fullWindows, keys: keys.toSorted(mostFirst) };
    });
}

function hoursOf({ hours }: ReportDay): UseTotals {
  return hours ?? { requests: 0, fullWindows: 0 };
}

/** Without an earlier total it is the whole total: counting began with this report or with the key. */
function increaseSince(now: UseTotals, before: UseTotals = { requests: 0, fullWindows: 0 }): UseTotals {
  return {
    requests: Math.max(0, now.requests - before.requests),
    fullWindows: Math.max(0, now.fullWindows - before.fullWindows),
  };
}
