import { dayOf } from '../../shared/time/instant.ts';

const DAY_MS = 86_400_000;

/** The start of a day such as `2026-11-21`, in UTC. */
export function startOfDay(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

export function startOfNext(day: string): Date {
  return startOfDay(dayAfter(day));
}

export function dayAfter(day: string, days = 1): string {
  return dayOf(new Date(startOfDay(day).getTime() + days * DAY_MS));
}

/** From one day to another, both included. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = dayAfter(day)) days.push(day);
  return days;
}
