import { Icon } from '../parts/icons.tsx';
import { Shown } from '../parts/text.tsx';
import type { ListSearch } from './search.ts';

const DATE = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** Says that a list is only of certificates which end in some time, as the calendar leads to it. */
export function ExpiryFilter({ search, clear }: { search: ListSearch; clear: () => void }) {
  const { expires_after: after, expires_before: before } = search;
  if (after === undefined && before === undefined) return null;
  const words = [after !== undefined && `from ${dateOf(after)}`, before !== undefined && `before ${dateOf(before)}`];
  return (
    <button type="button" className="button" onClick={clear}>
      <Shown text={`Ends ${words.filter(Boolean).join(' ')}`} />
      <span className="unseen">: clear this filter</span>
      <Icon name="close" />
    </button>
  );
}

function dateOf(text: string): string {
  const instant = Date.parse(text);
  return Number.isNaN(instant) ? text : DATE.format(instant);
}
