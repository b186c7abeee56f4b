import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { EVENT_TEXTS } from '../../../lambdas/api/reference/event-texts.ts';

// The generated tables of docs/guides/webhooks.md and docs/reference/events.md.

const UNITS: [seconds: number, name: string][] = [
  [3600, 'h'],
  [60, 'min'],
  [1, 's'],
];

/** `9305` as `2 h 35 min`: the two largest units. */
export function inWords(seconds: number): string {
  let rest = seconds;
  const parts = UNITS.map(([size, name]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? `${count} ${name}` : '';
  });
  return parts.filter(Boolean).slice(0, 2).join(' ');
}

export function attemptsTable(delaysSeconds: readonly number[]): string {
  const rows = delaysSeconds.map((delay, at) => {
    const sinceFirst = delaysSeconds.slice(0, at + 1).reduce((sum, one) => sum + one, 0);
    return `| ${at + 2} | ${inWords(delay)} | ${inWords(sinceFirst)} |`;
  });
  return ['| Attempt | After a pause of | After the first |', '|---|---|---|', '| 1 | | |', ...rows].join('\n');
}

export function eventsTable(): string {
  const rows = EVENT_NAMES.map((name) => {
    const { sentWhen, whatToDo, isNotSentYet } = EVENT_TEXTS[name];
    return `| \`${name}\`${isNotSentYet ? ' (not sent yet)' : ''} | ${sentWhen} | ${whatToDo} |`;
  });
  return ['| Event | Is sent | What to do |', '|---|---|---|', ...rows].join('\n');
}

/** The page with another table between its marks. Throws if the marks are missing. */
export function withTable(page: string, mark: string, table: string): string {
  const [begin, end] = [`<!-- ${mark}: `, `<!-- end of ${mark} -->`];
  const from = page.indexOf('\n', page.indexOf(begin)) + 1;
  const to = page.indexOf(end);
  if (!page.includes(begin) || to < from) throw new Error(`the page has no place for ${mark}`);
  return `${page.slice(0, from)}\n${table}\n\n${page.slice(to)}`;
}
