import { BoundedMap } from '../shared/memory/bounded-map.ts';

export interface HostBudget {
  /** Whether one more request may go to the host now; then it is counted. */
  take(host: string, now: Date): boolean;
}

/** To one host, over all processes of the deployment. */
export const POSTS_PER_SECOND = 50;
const WINDOW_MS = 1_000;
/** Of those used last: who is forgotten has not been used for long, or there are more than a process can serve. */
const MOST_HOSTS = 1_000;

/**
 * At most `perSecond` requests to each host within any second. It knows of this process only: the deployment's limit is
 * divided by the number of its processes.
 */
export function hostBudget(perSecond: number): HostBudget {
  const usedAt = new BoundedMap<string, number[]>(MOST_HOSTS); // of each host, the last instants

  return {
    take(host, now) {
      const at = now.getTime();
      const recent = (usedAt.get(host) ?? []).filter((used) => Math.abs(at - used) < WINDOW_MS); // a clock may be set back
      const isAllowed = recent.length < perSecond;
      usedAt.set(host, isAllowed ? [...recent, at] : recent);
      return isAllowed;
    },
  };
}

/** What each of so many processes may send to one host in a second; of both lanes together there are at most 50 (settings.schema.ts). */
export function shareOf(processes: number): number {
  return Math.floor(POSTS_PER_SECOND / processes);
}
