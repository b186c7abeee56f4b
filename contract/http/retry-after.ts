const DAY_SECONDS = 86_400;

/**
 * Whole seconds to wait, from a Retry-After header: a number, or an HTTP-date (RFC 9110, section 10.2.3). `now`: milliseconds. At
 * most a day, or `mostSeconds`. Undefined where the header is absent or is neither. This is part of the widget's script, which
 * may have 12 kB.
 */
export function retryAfterSeconds(header: string | null | undefined, now: number, mostSeconds = DAY_SECONDS): number | undefined {
  const text = header || '-';
  // An HTTP-date has a time of day; the form of asctime() has no zone, and is UTC.
  const isDate = text.includes(':');
  const seconds = isDate ? Math.max(0, (Date.parse(`${text.replace(' GMT', '')} GMT`) - now) / 1e3) : Number(text);
  return seconds >= 0 ? Math.ceil(Math.min(seconds, mostSeconds)) : undefined;
}

/**
 * When an answer was sent, by its Date header: a date in Retry-After is of the same clock. `now` where it does not say.
 * Milliseconds.
 */
export function sentAt(date: string | null | undefined, now: number): number {
  return Date.parse(date ?? '') || now;
}
