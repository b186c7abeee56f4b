/** `2026-11` of an instant. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7);
}

/** The months from one instant to another, oldest first, each as `monthOf`; none if the second is in an earlier month. */
export function monthsBetween(since: Date, until: Date): string[] {
  const months: string[] = [];
  for (let month = new Date(`${monthOf(since)}-01T00:00:00Z`); month <= until; ) {
    months.push(monthOf(month));
    month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1, 1));
  }
  return months;
}

/** `2026-11-21T07` of an instant. */
export function hourOf(at: Date): string {
  return at.toISOString().slice(0, 13);
}

/** `2026-11-21T07:45` of an instant. */
export function minuteOf(at: Date): string {
  return at.toISOString().slice(0, 16);
}
