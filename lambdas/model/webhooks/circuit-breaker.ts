import type { Webhook } from './webhook.schema.ts';

/** So many time-outs in a row open the breaker: then one delivery at a time tries whether the receiver is back. */
export const BREAKER_OPENS_AT = 3;
/** A webhook is not disabled for one or two events that its receiver cannot read. */
const DISABLING_EVENTS = 3;

export function isBreakerOpen({ timeoutsInRow = 0 }: Pick<Webhook, 'timeoutsInRow'>): boolean {
  return timeoutsInRow >= BREAKER_OPENS_AT;
}

/** What follows for a webhook, once its row counts what its attempts came to. */
export type BreakerChange =
  | { kind: 'none' }
  | { kind: 'open' }
  | { kind: 'close' }
  | { kind: 'disable'; because: 'gone' | 'failing' };

/** `gone`: its receiver asked for no more. To disable it comes before everything that the breaker may do. */
export function breakerChange(row: Webhook, gone: boolean, now: Date, rules: { disableAfterSeconds: number }): BreakerChange {
  if (row.status === 'disabled') return { kind: 'none' };
  if (gone) return { kind: 'disable', because: 'gone' };
  if (isFailing(row, now, rules)) return { kind: 'disable', because: 'failing' };
  if (isBreakerOpen(row) && row.probeAt === undefined) return { kind: 'open' };
  if (!isBreakerOpen(row) && row.probeAt !== undefined) return { kind: 'close' };
  return { kind: 'none' };
}

/** Nothing but failures for so long, and not of one or two events only. */
export function isFailing(
  { failingSince, failedEvents = 0 }: Webhook,
  now: Date,
  rules: { disableAfterSeconds: number },
): boolean {
  if (failingSince === undefined || failedEvents < DISABLING_EVENTS) return false;
  return now.getTime() - Date.parse(failingSince) >= rules.disableAfterSeconds * 1000;
}
