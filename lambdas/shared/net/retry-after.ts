const DAY_SECONDS = 86_400;

/** Whole seconds from a Retry-After header, which holds seconds or a date (RFC 9110, section 10.2.3); at most a day, or what is given. */
export function retryAfterSeconds(header: string | undefined, now: Date, mostSeconds = DAY_SECONDS): number | undefined {
  const text = header?.trim() ?? '';
  const isDate = /^[A-Z][a-z]{2}/.test(text); // begins with a weekday: Date.parse alone takes `-5` for a year
  if (!isDate && !/^\d+$/.test(text)) return undefined;
  const seconds = isDate ? (Date.parse(text) - now.getTime()) / 1000 : Number(text);
  if (Number.isNaN(seconds)) return undefined;
  return Math.min(Math.max(Math.ceil(seconds), 0), mostSeconds);
}
