import { CloudFormationClient, type Stack } from '@aws-sdk/client-cloudformation';
import { GetRoleCommand, IAMClient, NoSuchEntityException } from '@aws-sdk/client-iam';
import { awsServersRoleName, OUTPUTS, stackNames } from '../../contract/stack/stack-outputs.ts';
import { findStack, outputsByName } from '../../lambdas/shared/aws/deployment.gateway.ts';
import { StageRefused } from '../../lib/stage/read-stage.ts';
import type { Stage } from '../../lib/stage/stage.schema.ts';
import { refuseTooLittleConcurrency } from './reserved-concurrency.ts';

/** `-c` option that deploys even though every customer's CNAME would then point to the wrong place. */
export const CHANGE_BASE_TARGET = 'change-base-target';

/** The stack that `cdk bootstrap` creates. */
const BOOTSTRAP = 'CDKToolkit';

export interface DeploymentOptions {
  changeBaseTarget?: boolean;
  /** Account of the CDK's credentials, which may differ from the environment's. */
  deployingAccount?: string | undefined;
  region?: string | undefined;
}

/** Compares a stage with its deployment. Throws StageRefused when an update would do harm or fail half-way. */
export async function refuseUnsafeDeployment(
  stage: Stage,
  { changeBaseTarget = false, ...cdk }: DeploymentOptions,
): Promise<void> {
  const region = stage.region ?? cdk.region;
  const client = new CloudFormationClient(region === undefined ? {} : { region });
  const deployed = await findStack(client, stackNames(stage.name).service);
  if (cdk.deployingAccount !== undefined) {
    const known = deployed ?? (await findStack(client, BOOTSTRAP));
    refuseOtherCredentials(known && accountOf(known), cdk.deployingAccount);
  }
  if (!deployed) await refuseNameOfAnotherRegion(stage.name, region);
  const outputs = outputsByName(deployed);
  if (!changeBaseTarget) refuseOtherBaseTarget(stage, outputs.get(OUTPUTS.baseTarget));
  refuseLowerRestoreEpoch(stage, Number(outputs.get(OUTPUTS.restoreEpoch) ?? 0));
  if (deployed) refuseOtherTable(stage, outputs);
  await refuseTooLittleConcurrency({ ...stage, region });
}

/** CDK does not pass `--profile` to its app. The app would look for the stage in another account and find nothing wrong. */
function refuseOtherCredentials(seen: string | undefined, deploying: string): void {
  if (seen === undefined || seen === deploying) return;
  throw new StageRefused(
    `The CDK deploys into account ${deploying}, and the credentials of the environment are for ${seen}: what is deployed there cannot be ` +
      'compared. Name the profile by AWS_PROFILE, not by --profile',
  );
}

/**
 * The dashboard, a role and the front stack have the stage's name, which is unique per account. A second region's deployment
 * would fail half-way, and take over the first one's dashboard. The role exists for as long as the stage does.
 */
async function refuseNameOfAnotherRegion(name: string, region = 'this region'): Promise<void> {
  const RoleName = awsServersRoleName(name);
  try {
    await new IAMClient({}).send(new GetRoleCommand({ RoleName }));
  } catch (error) {
    if (error instanceof NoSuchEntityException) return;
    throw error;
  }
  throw new StageRefused(
    `stage ${name} is not deployed in ${region}, and its role ${RoleName} is there: a stage of this name is deployed in another region already. ` +
      'Give this one another name. If the other is removed, delete that role',
  );
}

/** An edited or copied stage file could move the base target away from the name that customers' CNAMEs point to. */
function refuseOtherBaseTarget({ name, settings }: Stage, deployed: string | undefined): void {
  if (deployed === undefined || deployed === settings.baseTarget) return;
  throw new StageRefused(
    `stage ${name} is deployed with the base target ${deployed}, and this file says ${settings.baseTarget}: the CNAME of every customer would be ` +
      'wrong. Is it another deployment? Then give it another name. `npm run deploy -- --change-base-target`, or `npx cdk deploy --all -c ' +
      `${CHANGE_BASE_TARGET}=true\`, deploys it nevertheless`,
  );
}

/** A lower epoch would reuse numbers and names. Causes: an old copy of the stage file, or a typo. */
function refuseLowerRestoreEpoch({ name, settings }: Stage, deployed: number): void {
  const { restoreEpoch = 0 } = settings;
  if (restoreEpoch >= deployed) return;
  throw new StageRefused(
    `stage ${name} is deployed with settings.restoreEpoch ${deployed}, and this file says ${restoreEpoch}: executions and events would get names ` +
      `and numbers that were used before. Put at least ${deployed}`,
  );
}

/**
 * The table differs after a restore or with an old copy of the stage file. Either way rows go back, and numbers issued since are
 * used up.
 */
function refuseOtherTable({ name, settings, restoredTable }: Stage, outputs: Map<string, string>): void {
  const deployed = outputs.get(OUTPUTS.restoredTable);
  const epoch = Number(outputs.get(OUTPUTS.restoreEpoch) ?? 0);
  if (deployed === restoredTable?.tableArn || (settings.restoreEpoch ?? 0) > epoch) return;
  throw new StageRefused(
    `stage ${name} is deployed with ${deployed ?? 'its own table'}, and this file names ${restoredTable?.tableArn ?? 'no restoredTable'}. If that is ` +
      `meant, raise settings.restoreEpoch to ${epoch + 1}, as after every restore (docs/operate/recovery.md)`,
  );
}

/** `arn:aws:cloudformation:<region>:<account>:stack/…`. */
function accountOf({ StackId }: Stack): string | undefined {
  return StackId?.split(':')[4];
}
