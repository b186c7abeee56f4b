import { isEmulated } from './emulator.ts';
import { StageRefused } from './read-stage.ts';
import type { Stage } from './stage.schema.ts';

/** For so many minutes a tenth of the calls goes to the new version; CodeDeploy has no others by name. */
export const CANARY_MINUTES = [5, 10, 15, 30] as const;
export type CanaryMinutes = (typeof CANARY_MINUTES)[number];

/**
 * What `-c canary` or `-c canary=30` says of an update, as the CDK hands it on. Absent: everything goes to the new version at
 * once.
 */
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
