export interface CalendarSearch {
  weeks?: number;
  as?: 'table';
}

export const WEEKS = [13, 52] as const;

/** Leaves out unknown values. */
export function readCalendarSearch({ weeks, as }: Record<string, unknown>): CalendarSearch {
  const chosen = WEEKS.find((each) => each === Number(weeks));
  return { ...(chosen !== undefined && chosen !== WEEKS[0] && { weeks: chosen }), ...(as === 'table' && { as }) };
}
