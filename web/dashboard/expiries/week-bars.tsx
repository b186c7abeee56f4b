import { getRouteApi, Link } from '@tanstack/react-router';
import { type KeyboardEvent, useState } from 'react';
import { domainsOf, nameOf, type Week } from './week-table.tsx';

const route = getRouteApi('/$mode/expiries');
const HEIGHT = 100;
const LEAST = 2;
/** With more bars, only every fourth has a label. */
const MAX_NAMED = 26;
const NAMED_EVERY = 4;

/** A bar per week, which links to its domains. Tab reaches one bar, the arrow keys the others. */
export function WeekBars({ weeks }: { weeks: Week[] }) {
  const [reached, setReached] = useState(0);
  const most = Math.max(...weeks.map(({ by_itself, needs_somebody }) => by_itself + needs_somebody));
  const isMany = weeks.length > MAX_NAMED;
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const next = nextOf(event.key, reached, weeks.length);
    if (next === undefined) return;
    event.preventDefault();
    setReached(next);
    event.currentTarget.querySelectorAll<HTMLElement>('a')[next]?.focus();
  };
  return (
    <ul className={isMany ? 'bars many' : 'bars'} aria-label="Certificates by week" onKeyDown={move}>
      {weeks.map((week, index) => (
        <Bar
          key={week.starts_at}
          week={week}
          most={most}
          isNamed={!isMany || index % NAMED_EVERY === 0}
          isCounted={!isMany}
          isReached={index === Math.min(reached, weeks.length - 1)}
          reach={() => setReached(index)}
        />
      ))}
    </ul>
  );
}

function nextOf(key: string, index: number, length: number): number | undefined {
  if (key === 'ArrowRight') return Math.min(index + 1, length - 1);
  if (key === 'ArrowLeft') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? length - 1 : undefined;
}

/** A minimum height keeps small counts visible. */
function heightOf(count: number, most: number): number {
  return count === 0 ? 0 : Math.max((count / most) * (HEIGHT - LEAST), LEAST);
}

interface BarProps {
  week: Week;
  most: number;
  isNamed: boolean;
  isCounted: boolean;
  isReached: boolean;
  reach: () => void;
}

function Bar({ week, most, isNamed, isCounted, isReached, reach }: BarProps) {
  const { mode } = route.useParams();
  const { by_itself, needs_somebody } = week;
  const sum = by_itself + needs_somebody;
  const [itself, somebody] = [by_itself, needs_somebody].map((count) => heightOf(count, most)) as [number, number];
  return (
    <li>
      <Link
        to="/$mode/domains"
        params={{ mode }}
        search={domainsOf(week)}
        tabIndex={isReached ? 0 : -1}
        onFocus={reach}
        title={`Week of ${nameOf(week)}: ${by_itself} by itself, ${needs_somebody} need somebody`}
      >
        <b className={isCounted && sum > 0 ? undefined : 'unseen'}>{sum.toLocaleString('en')}</b>
        <span className="unseen"> end in the week of </span>
        <svg viewBox={`0 0 10 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true" focusable="false">
          <rect className="ground" width="10" height={HEIGHT} />
          <rect className="itself" y={HEIGHT - itself} width="10" height={itself} />
          <rect className="somebody" y={HEIGHT - itself - somebody} width="10" height={somebody} />
        </svg>
        <span className={isNamed ? 'name' : 'unseen'}>{nameOf(week)}</span>
        <span className="unseen">
          ({by_itself} renew by themselves, {needs_somebody} need somebody)
        </span>
      </Link>
    </li>
  );
}
