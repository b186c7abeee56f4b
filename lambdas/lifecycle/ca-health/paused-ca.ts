import { isCaPaused, type ReadSwitches } from '../../shared/switches/switches.ts';
import type { Clock } from '../../shared/time/clock.gateway.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import type { Spared } from './ca-health.ts';
import type { CaWatch } from './watch-ca.ts';

/** Shown as what waits for our own budget: nobody outside is at fault, and nobody there can mend it. */
export function pausedByOperator(now: Date, pauseSeconds: number): Spared {
  const detail = 'The operator of this service has paused new certificates for now.';
  const problem = { type: 'about:blank', detail, isRateLimit: true };
  return { kind: 'spared', until: addSeconds(now, pauseSeconds), problem };
}

/** While an operator has paused the CA, it is spared as if its breaker were open: others take over where there are any. */
export function watchUnlessPaused(
  { health, healthWrites }: CaWatch,
  caName: string,
  switches: ReadSwitches,
  clock: Clock,
): CaWatch {
  const isPaused = async () => isCaPaused(await switches(), caName);
  return {
    health: { state: async () => ((await isPaused()) ? pausedByOperator(clock(), 0) : health.state()) },
    healthWrites: {
      ...healthWrites,
      mayAsk: async (execution, pauseSeconds) =>
        (await isPaused()) ? pausedByOperator(clock(), pauseSeconds) : healthWrites.mayAsk(execution, pauseSeconds),
    },
  };
}
