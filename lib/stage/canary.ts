import { isEmulated } from './emulator.ts';
import { StageRefused } from './read-stage.ts';
import type { Stage } from './stage.schema.ts';

/** Minutes for which the new version gets a tenth of the calls. CodeDeploy has predefined configurations for these only. */
export const CANARY_MINUTES = [5, 10, 15, 30] as const;
export type CanaryMinutes = (typeof CANARY_MINUTES)[number];

/** Reads `-c canary` or `-c canary=30`. Absent: all calls go to the new version at once. */
export function readCanary(context: unknown, stage: Pick<Stage, 'account'>): CanaryMinutes | undefined {
  if (context === undefined || String(context) === 'false') return undefined;
  if (isEmulated(stage)) throw new StageRefused('-c canary: the emulator knows no CodeDeploy, which shifts the calls');
  if (context === '' || String(context) === 'true') return CANARY_MINUTES[0];
  const minutes = CANARY_MINUTES.find((known) => String(known) === String(context));
  if (minutes === undefined) {
    throw new StageRefused(
      `-c canary=${context}: how many minutes is one of ${CANARY_MINUTES.join(', ')}; -c canary alone means 5`,
    );
  }
  return minutes;
}
