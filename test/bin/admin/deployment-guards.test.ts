import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetRoleCommand, IAMClient, NoSuchEntityException } from '@aws-sdk/client-iam';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, describe, expect, it } from 'vitest';
import { refuseUnsafeDeployment } from '../../../bin/admin/deployment-guards.ts';
import { omit } from '../../../lambdas/shared/rows/omit.ts';
import { productionStage } from '../../stack/stage/stages.ts';

const [cloudFormation, iam] = [mockClient(CloudFormationClient), mockClient(IAMClient)];
afterEach(() => {
  cloudFormation.reset();
  iam.reset();
});

const stage = { ...omit(productionStage, 'reservedConcurrency'), region: 'eu-west-1' };
const role = { RoleName: 'cps-production-servers' };
const roleIsThere = () =>
  iam.on(GetRoleCommand, role).resolves({ Role: { ...role, Path: '/', RoleId: 'x', Arn: 'x', CreateDate: new Date() } });

describe('a stage that is not deployed in its region', () => {
  const isNotDeployed = () =>
    cloudFormation.on(DescribeStacksCommand).rejects(Object.assign(new Error('does not exist'), { name: 'ValidationError' }));

  it('is refused if one of its name is in another region: they would share a dashboard and a role', async () => {
    isNotDeployed();
    roleIsThere();
    await expect(refuseUnsafeDeployment(stage, {})).rejects.toThrow(
      /production is not deployed in eu-west-1.*cps-production-servers.*in another region already.*another name/,
    );
  });

  it('is deployed if none of its name is there', async () => {
    isNotDeployed();
    iam.on(GetRoleCommand).rejects(new NoSuchEntityException({ message: 'none', $metadata: {} }));
    await refuseUnsafeDeployment(stage, {});
  });

  it('is not deployed if that cannot be known', async () => {
    isNotDeployed();
    iam.on(GetRoleCommand).rejects(Object.assign(new Error('not allowed'), { name: 'AccessDenied' }));
    await expect(refuseUnsafeDeployment(stage, {})).rejects.toThrow('not allowed');
  });
});

it('a stage that is deployed in its region is updated without a look at its role', async () => {
  cloudFormation.on(DescribeStacksCommand).resolves({
    Stacks: [{ StackName: 'x', CreationTime: new Date(), StackStatus: 'CREATE_COMPLETE', Outputs: [] }],
  });
  roleIsThere();
  await refuseUnsafeDeployment(stage, {});
  expect(iam.calls()).toEqual([]);
});
