/** UTC: where most organizations are quiet a service may be told some day; until then, one hour for all. */
const NIGHT_HOUR = 2;

/** The next instant at which what organizations use is counted again. */
export function nextNight(now: Date): string {
  const night = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), NIGHT_HOUR));
  if (night <= now) night.setUTCDate(night.getUTCDate() + 1);
  return night.toISOString();
}
