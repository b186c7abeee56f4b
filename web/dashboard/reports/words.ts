const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** `25 min`, `1.5 h`: in the largest unit that gives at least one. */
export function durationOf(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  const [size, name] = UNITS.find(([unit]) => seconds >= unit) ?? [1, 's'];
  return `${(seconds / size).toLocaleString('en', { maximumFractionDigits: 1 })} ${name}`;
}

/** `99.95 %`. */
export function percentOf(share: number | undefined): string | undefined {
  return share === undefined ? undefined : `${(share * 100).toLocaleString('en', { maximumFractionDigits: 2 })} %`;
}

const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `Nov 21`. */
export function dayName(day: string): string {
  const instant = Date.parse(day);
  return Number.isNaN(instant) ? day : DAY.format(instant);
}
