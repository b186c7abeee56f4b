import * as z from 'zod/mini';
import { type DomainUse, OutboxEvent } from '../../shared/outbox/outbox.schema.ts';

export const LoggedEvent = z.extend(OutboxEvent, {
  /** From 1, without gaps except after a restore of the table. */
  number: z.int(),
  loggedAt: z.string(),
});
export type LoggedEvent = z.infer<typeof LoggedEvent>;

/** The end of an organization's log, and its counters. */
export const EventCounter = z.object({
  last: z.int(),
  /** The latest hour with an item; it never goes back, however clocks differ. */
  hour: z.string(),
  /** The organization's domains, according to its events up to the last one. */
  domains: z.int(),
  unvalidatedDomains: z.int(),
  /** How many events have changed that. */
  useChanges: z.int(),
  /** How many places deletions and validations have freed: it only grows. */
  freedDomains: z.int(),
  freedUnvalidatedDomains: z.int(),
});
export type EventCounter = z.infer<typeof EventCounter>;
export const EMPTY_LOG: EventCounter = {
  last: 0,
  hour: '',
  domains: 0,
  unvalidatedDomains: 0,
  useChanges: 0,
  freedDomains: 0,
  freedUnvalidatedDomains: 0,
};

export function freedPlacesOf({ freedDomains, freedUnvalidatedDomains }: EventCounter): DomainUse {
  return { domains: freedDomains, unvalidatedDomains: freedUnvalidatedDomains };
}

/** `first`: the number of the first event that was logged in the hour. */
export const EventHour = z.object({ first: z.int() });

/**
 * Each restore of the table starts a new range of numbers, so that no number is used twice, and a reader's cursor from before the
 * restore precedes everything after it. A trillion per range is never used up.
 */
export const NUMBERS_OF_EPOCH = 1_000_000_000_000;

export function nextEventNumber(last: number, restoreEpoch: number): number {
  return Math.max(last, restoreEpoch * NUMBERS_OF_EPOCH) + 1;
}

/** Where events continue after the last one of an epoch; undefined in the current epoch. */
export function endOfEpoch(number: number, restoreEpoch: number): number | undefined {
  const next = Math.floor(number / NUMBERS_OF_EPOCH) + 1;
  return next > restoreEpoch ? undefined : next * NUMBERS_OF_EPOCH;
}
