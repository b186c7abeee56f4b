import type { Stage } from '../../../lib/stage/stage.schema.ts';
import { productionStage } from '../stage/stages.ts';

/** A stage whose checks and deliveries leave from two fixed addresses. */
export const egressStage: Stage = {
  ...productionStage,
  region: 'eu-central-1',
  fixedEgress: { availabilityZones: ['eu-central-1a', 'eu-central-1b'] },
};
