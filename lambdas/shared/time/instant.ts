/** The instant so many seconds later, as the table and the API write it. */
export function addSeconds(now: Date, seconds: number): string {
  return new Date(now.getTime() + seconds * 1000).toISOString();
}

/** The same as DynamoDB's TTL wants it: whole seconds since 1970, never too early. */
export function expirySeconds(now: Date, seconds: number): number {
  return Math.ceil(now.getTime() / 1000) + seconds;
}

/** For Retry-After: whole seconds, at least 1. */
export function secondsUntil(instant: Date, now: Date): number {
  return Math.max(1, Math.ceil((instant.getTime() - now.getTime()) / 1000));
}
