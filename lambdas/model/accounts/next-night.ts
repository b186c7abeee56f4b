/** UTC. One hour for all organizations, although their quiet hours differ. */
const NIGHT_HOUR = 2;

/** The next instant at which organizations' usage is counted again. */
export function nextReconciliationAt(now: Date): string {
  const night = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate(), NIGHT_HOUR));
  if (night <= now) night.setUTCDate(night.getUTCDate() + 1);
  return night.toISOString();
}
