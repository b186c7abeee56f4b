import { App } from 'aws-cdk-lib';
import { addStacks } from '../lib/add-stacks.ts';
import { accountRate } from '../lib/stage/account-rate.ts';
import { isEmulated } from '../lib/stage/emulator.ts';
import { readStage, StageRefused, stageFile } from '../lib/stage/read-stage.ts';
import type { Stage } from '../lib/stage/stage.schema.ts';

const app = new App();
try {
  const named = app.node.tryGetContext('stage');
  const file = stageFile(named, process.env.CPS_STAGE);
  if (named === undefined) process.stderr.write(`Stage: ${file}\n`);
  const stage = readStage(file);
  await guard(stage);
  const { CDK_DEFAULT_REGION: region } = process.env;
  addStacks(app, { ...stage, apiRequestsPerSecond: accountRate({ ...(region !== undefined && { region }), ...stage }) });
} catch (error) {
  if (!(error instanceof StageRefused)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
}

/**
 * CDK does not tell the app whether it deploys, so every command with credentials is checked. Without credentials nobody can
 * deploy, and synthesis without an account sends no request.
 */
async function guard(stage: Stage): Promise<void> {
  const { CDK_DEFAULT_ACCOUNT: deployingAccount, CDK_DEFAULT_REGION: region } = process.env;
  if (deployingAccount === undefined || isEmulated(stage)) return;
  const { CHANGE_BASE_TARGET, refuseUnsafeDeployment } = await import('./admin/deployment-guards.ts');
  const changeBaseTarget = [true, 'true', ''].includes(app.node.tryGetContext(CHANGE_BASE_TARGET));
  await refuseUnsafeDeployment(stage, { changeBaseTarget, deployingAccount, region }).catch(withoutAnswer);
}

/** Refuses to deploy what could not be compared. */
function withoutAnswer(error: unknown): never {
  if (error instanceof StageRefused) throw error;
  const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  throw new StageRefused(
    `The stage cannot be compared with its account (cloudformation:DescribeStacks, lambda:GetAccountSettings, iam:GetRole): ${reason}. ` +
      'Without AWS credentials in the environment, `npm run build -- templates` does not ask',
    { cause: error },
  );
}
