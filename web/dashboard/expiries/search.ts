/** What the address of the calendar says of it. */
export interface CalendarSearch {
  weeks?: number;
  as?: 'table';
}

export const WEEKS = [13, 52] as const;

/** What is unknown is left out. */
export function readCalendarSearch({ weeks, as }: Record<string, unknown>): CalendarSearch {
  const chosen = WEEKS.find((each) => each === Number(weeks));
  return { ...(chosen !== undefined && chosen !== WEEKS[0] && { weeks: chosen }), ...(as === 'table' && { as }) };
}
