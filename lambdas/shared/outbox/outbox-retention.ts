/** How long an entry is kept, and an event is shown. */
export const OUTBOX_KEPT_DAYS = 30;

/** The earliest instant whose events are still shown. The table's TTL removes them up to two days later. */
export function oldestKept(now: Date): Date {
  return new Date(now.getTime() - OUTBOX_KEPT_DAYS * 86_400_000);
}
