import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { OUTPUTS, stackNames } from '../../contract/stack/stack-outputs.ts';
import { findStack, outputsByName } from '../../lambdas/shared/aws/deployment.gateway.ts';
import type { Stage } from '../../lib/stage/stage.schema.ts';

/** A lower epoch would hand out numbers and names again: an old copy of a stage file, or a slip of the hand. */
export async function refuseLowerRestoreEpoch({ name, region, settings }: Stage): Promise<void> {
  const client = new CloudFormationClient(region === undefined ? {} : { region });
  const outputs = outputsByName(await findStack(client, stackNames(name).service));
  const deployed = Number(outputs.get(OUTPUTS.restoreEpoch) ?? 0);
  const { restoreEpoch = 0 } = settings;
  if (restoreEpoch >= deployed) return;
  throw new Error(
    `stage ${name} is deployed with settings.restoreEpoch ${deployed}, and this file says ${restoreEpoch}: executions and events would get names ` +
      `and numbers that were used before. Put at least ${deployed}`,
  );
}
