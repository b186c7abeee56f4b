const DAY_SECONDS = 86_400;

/**
 * Seconds to wait from a Retry-After header, which is a number or an HTTP-date (RFC 9110, section 10.2.3). `now` is in
 * milliseconds. At most `mostSeconds`, a day by default. Undefined for an absent or invalid header. Keep it small: it is part of
 * the widget's script, which may have 12 kB.
 */
export function retryAfterSeconds(header: string | null | undefined, now: number, mostSeconds = DAY_SECONDS): number | undefined {
  const text = header || '-';
  // An HTTP-date contains a time of day. Its asctime() form has no zone and means UTC.
  const isDate = text.includes(':');
  const seconds = isDate ? Math.max(0, (Date.parse(`${text.replace(' GMT', '')} GMT`) - now) / 1e3) : Number(text);
  return seconds >= 0 ? Math.ceil(Math.min(seconds, mostSeconds)) : undefined;
}

/** The answer's Date header in milliseconds, else `now`. A date in Retry-After is on the same clock. */
export function sentAt(date: string | null | undefined, now: number): number {
  return Date.parse(date ?? '') || now;
}
