import { Icon } from '../parts/icons.tsx';
import { SafeText } from '../parts/text/text.tsx';
import type { ExpirySearch, ListSearch } from './search.ts';

const DAY_MS = 86_400_000;
const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

const ENDS = { week: 'Ends in 7 days', days: 'Ends in 30 days', month: 'Ends this month' } as const;

/** In UTC, like the calendar. */
function endOf(chosen: string, now: Date): Date {
  if (chosen === 'month') return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1));
  return new Date(now.getTime() + (chosen === 'week' ? 7 : 30) * DAY_MS);
}

/** From now on. */
export function periodOf(chosen: string): ExpirySearch {
  const now = new Date();
  return { expires_after: now.toISOString(), expires_before: endOf(chosen, now).toISOString() };
}

/** Filters by expiry without the calendar. */
export function ExpirySelect({ search, choose }: { search: ListSearch; choose: (period: ExpirySearch) => void }) {
  if (search.expires_after !== undefined || search.expires_before !== undefined) return null;
  const change = (chosen: string) => {
    if (chosen !== '') choose(periodOf(chosen));
  };
  return (
    <label>
      <span className="unseen">Certificate ends</span>
      <select value="" onChange={(event) => change(event.target.value)}>
        <option value="">Ends at any time</option>
        {Object.entries(ENDS).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Shows that the list contains only certificates which expire in a period, as when the calendar led to it. */
export function ExpiryFilter({ search, clear }: { search: ListSearch; clear: () => void }) {
  const { expires_after: after, expires_before: before } = search;
  if (after === undefined && before === undefined) return null;
  const words = [after !== undefined && `from ${dateOf(after)}`, before !== undefined && `to ${lastDayOf(before)}`];
  return (
    <button type="button" className="button" onClick={clear}>
      <SafeText text={`Ends ${words.filter(Boolean).join(' ')}`} />
      <span className="unseen">: clear this filter</span>
      <Icon name="close" />
    </button>
  );
}

/** A period that ends at midnight ends on the day before. */
function lastDayOf(text: string): string {
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? text : DATE.format(instant - 1);
}

function dateOf(text: string): string {
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? text : DATE.format(instant);
}
