/** How long an entry is kept, and an event is shown. */
export const OUTBOX_KEPT_DAYS = 30;

/** So long the relay has for an event by itself: it takes a second or two. */
export const UNRELAYED_AFTER_SECONDS = 300;

/** The earliest instant whose events are still shown. The table's TTL removes them up to two days later. */
export function oldestKept(now: Date): Date {
  return new Date(now.getTime() - OUTBOX_KEPT_DAYS * 86_400_000);
}
