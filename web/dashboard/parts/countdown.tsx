import { useEffect, useState } from 'react';

const SECOND_MS = 1000;
const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** How many seconds until then, each second anew: 0 from then on. Undefined: there is nothing to wait for. */
export function useSecondsUntil(instant: number | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  const isOver = instant === undefined || !(instant > now);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  if (instant === undefined) return undefined;
  return isOver ? 0 : Math.ceil((instant - now) / SECOND_MS);
}

/** How long until then, in its two largest units; moves as the time goes by, and is not read out as it does. */
export function Countdown({ to }: { to: string }) {
  const seconds = useSecondsUntil(Date.parse(to));
  return (
    <time dateTime={to} aria-live="off" className="number">
      {seconds ? spanText(seconds) : 'over'}
    </time>
  );
}

function spanText(seconds: number): string {
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  const [large, small] = [UNITS[first], UNITS[first + 1]];
  if (!large) return `${seconds} s`;
  const rest = seconds % large[1];
  const next = small ? `${Math.floor(rest / small[1])} ${small[0]}` : `${rest} s`;
  return `${Math.floor(seconds / large[1])} ${large[0]} ${next}`;
}
