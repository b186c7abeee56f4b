/** The renewal window that the CA suggests: ISO 8601 UTC with milliseconds, the end later than the start. */
export interface RenewalWindow {
  start: string;
  end: string;
}

/** The longest pause that a CA's Retry-After can set. */
export const MAX_RETRY_DAYS = 7;

const LAST_YEAR = 9_999;

/** Parses a window (RFC 9773, section 4.2). Undefined if an instant is invalid, or the end is not after the start. */
export function renewalWindow(start: string, end: string): RenewalWindow | undefined {
  const [from, to] = [new Date(start), new Date(end)];
  if (!isInstant(from) || !isInstant(to) || to <= from) return undefined;
  return { start: from.toISOString(), end: to.toISOString() };
}

/** Outside these years, instants do not sort as text. */
function isInstant(at: Date): boolean {
  return at.getUTCFullYear() >= 0 && at.getUTCFullYear() <= LAST_YEAR;
}

export function isSameWindow(one: RenewalWindow | undefined, other: RenewalWindow): boolean {
  return one?.start === other.start && one.end === other.end;
}
