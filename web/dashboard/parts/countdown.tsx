import { useEffect, useState } from 'react';

const SECOND_MS = 1000;
const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** Seconds until the instant, updated every second; 0 afterwards. Undefined: no instant. */
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

/** Time left in its two largest units. It updates, but screen readers do not announce that. */
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
