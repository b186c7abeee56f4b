import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetRoleCommand, IAMClient, NoSuchEntityException } from '@aws-sdk/client-iam';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it } from 'vitest';
import { refuseUnsafeDeployment } from '../../../bin/admin/deployment-guards.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import { productionStage } from '../../stack/stage/stages.ts';

const cloudFormation = mockClient(CloudFormationClient);
// No stage of this name exists in another region.
mockClient(IAMClient)
  .on(GetRoleCommand)
  .rejects(new NoSuchEntityException({ message: 'none', $metadata: {} }));
afterEach(() => cloudFormation.reset());

const stageWith = (restoreEpoch?: number) => ({
  ...omit(productionStage, 'reservedConcurrency'),
  region: 'eu-central-1',
  settings: { ...productionStage.settings, ...(restoreEpoch !== undefined && { restoreEpoch }) },
});
const deployed = (...Outputs: { OutputKey: string; OutputValue: string }[]) =>
  cloudFormation.on(DescribeStacksCommand, { StackName: 'cps-production-service' }).resolves({
    Stacks: [{ StackName: 'x', CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE', Outputs }],
  });

describe('a stage whose table was restored', () => {
  it.each([0, 1, undefined])('is not deployed as after %s, once it was deployed after two restores', async (restoreEpoch) => {
    deployed({ OutputKey: 'RestoreEpoch', OutputValue: '2' });
    await expect(refuseUnsafeDeployment(stageWith(restoreEpoch), {})).rejects.toThrow(/restoreEpoch 2.*Put at least 2/);
  });

  it.each([2, 3])('is deployed as after %d, once it was deployed after two restores', async (restoreEpoch) => {
    deployed({ OutputKey: 'RestoreEpoch', OutputValue: '2' });
    await refuseUnsafeDeployment(stageWith(restoreEpoch), {});
  });

  it('has no epoch before the first restore, nor before the first deployment', async () => {
    deployed();
    await refuseUnsafeDeployment(stageWith(), {});
    cloudFormation.on(DescribeStacksCommand).rejects(Object.assign(new Error('does not exist'), { name: 'ValidationError' }));
    await refuseUnsafeDeployment(stageWith(), {});
  });

  it('needs another epoch for each switch, also back to the one before by an old file', async () => {
    const restored = { ...stageWith(1), restoredTable: { tableArn: 'arn:restored', streamArn: 'arn:restored/stream/1' } };
    deployed({ OutputKey: 'RestoreEpoch', OutputValue: '1' });
    await expect(refuseUnsafeDeployment(restored, {})).rejects.toThrow(/its own table.*arn:restored.*restoreEpoch to 2/);
    deployed({ OutputKey: 'RestoreEpoch', OutputValue: '1' }, { OutputKey: 'RestoredTable', OutputValue: 'arn:restored' });
    await expect(refuseUnsafeDeployment(stageWith(1), {})).rejects.toThrow(/arn:restored.*no restoredTable.*restoreEpoch to 2/);
    await refuseUnsafeDeployment(restored, {});
    await refuseUnsafeDeployment(stageWith(2), {});
  });
});
