import type { Stage } from '../../../lib/stage/stage.schema.ts';
import { productionStage } from '../stage/stages.ts';

export const tableArn = 'arn:aws:dynamodb:eu-central-1:210987654321:table/restored-2026-11-27';
export const streamArn = `${tableArn}/stream/2026-11-27T04:00:00.000`;

export const restoredStage: Stage = {
  ...productionStage,
  account: '210987654321',
  region: 'eu-central-1',
  settings: { ...productionStage.settings, restoreEpoch: 1 },
  restoredTable: { tableArn, streamArn },
};
