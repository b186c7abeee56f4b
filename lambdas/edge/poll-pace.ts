import type { Server } from '../model/servers/server.schema.ts';
import type { Settings } from '../shared/contract/settings.schema.ts';

/** Idle agents are told 80 to 120 % of the interval, so that a restart of all does not make them ask in step for ever. */
const JITTER = 0.2;

/** What an agent waits before it asks again. `roll` is from 0 to 1. */
export function pollAfterSeconds(server: Server, pace: Settings['agent'], now: Date, roll: number): number {
  if (server.installingUntil !== undefined && now.toISOString() < server.installingUntil) return pace.busyPollSeconds;
  return Math.max(1, Math.round(pace.idlePollSeconds * (1 - JITTER + 2 * JITTER * roll)));
}
