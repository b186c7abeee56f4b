import { useEffect, useState } from 'react';

const SECOND_MS = 1000;
const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
] as const;

/** How long until then, in its two largest units; moves as the time goes by, and is not read out as it does. */
export function Countdown({ to }: { to: string }) {
  const [now, setNow] = useState(() => Date.now());
  const seconds = Math.ceil((Date.parse(to) - now) / SECOND_MS);
  const isOver = !(seconds > 0);
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <time dateTime={to} aria-live="off" className="number">
      {isOver ? 'over' : spanText(seconds)}
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
