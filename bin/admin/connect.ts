import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { accountStore } from '../../lambdas/model/accounts/account.store.ts';
import { serverStore } from '../../lambdas/model/servers/server.store.ts';
import { testTenantCreator } from '../../lambdas/model/servers/test-tenant.ts';
import { readDeployedSettings } from '../../lambdas/shared/aws/deployed-settings.gateway.ts';
import { type Deployment, deployedStages, readDeployment } from '../../lambdas/shared/aws/deployment.gateway.ts';
import { base62, prefixedId, serverLabel } from '../../lambdas/shared/ids/ids.gateway.ts';
import { loadServiceSecret } from '../../lambdas/shared/secrets/service-secret.gateway.ts';
import { connectTable } from '../../lambdas/shared/table/table.store.ts';
import { systemClock as clock, briefPause as pause } from '../../lambdas/shared/time/clock.gateway.ts';
import { findCloud } from '../../local/connection.ts';
import { awsVariables } from '../../local/machine/environment.ts';
import { LOCAL_STAGE } from '../../local/stage.ts';
import type { AdministrationPorts } from './account-changes.ts';
import type { Printed } from './print.ts';

/** What commands use: the deployment, and how to print their result. */
export interface Session {
  connect: () => ReturnType<typeof connect>;
  print: (result: Record<string, unknown>, how?: Printed) => void;
}

/** The deployment that commands work on. `aws`: AWS even while the local cloud runs; a `stage` or a `region` implies it. */
export interface Target {
  aws?: boolean;
  stage?: string;
  region?: string;
}

/**
 * Clients take endpoint, region and credentials from the environment. The local cloud's values override the caller's, unless the
 * target is AWS.
 */
export async function connect({ aws = false, stage, region }: Target) {
  const cloud = aws || stage !== undefined || region !== undefined ? undefined : findCloud();
  if (cloud) Object.assign(process.env, awsVariables(cloud.aws_endpoint_url));
  else if (region !== undefined) process.env.AWS_REGION = region;
  const name = cloud ? LOCAL_STAGE : (stage ?? (await onlyStage()));
  const deployment = await readDeployment(name).catch(withoutRegion);
  const table = connectTable(deployment.tableName);
  return {
    ...deployment,
    stage: name,
    table,
    accounts: accountStore(table),
    clock,
    newId: prefixedId,
    pause,
    isLocal: cloud !== undefined,
  };
}

/** For commands that also need the service secret, to create keys. */
export async function connectAdministration(
  session: Session,
): Promise<AdministrationPorts & Awaited<ReturnType<Session['connect']>>> {
  const connected = await session.connect();
  const serviceSecret = await loadServiceSecret(new SecretsManagerClient({}), connected.serviceSecretArn, clock());
  const { accounts, table, newId } = connected;
  const openTestTenant = testTenantCreator({ accounts, servers: serverStore(table), newId, newLabel: serverLabel });
  return { ...connected, serviceSecret, base62, openTestTenant };
}

/** The default when there is only one stage. */
async function onlyStage(): Promise<string> {
  const stages = await deployedStages().catch(withoutRegion);
  const [only] = stages;
  if (only !== undefined && stages.length === 1) return only;
  if (stages.length === 0) throw new Error('no stage is deployed in this account and region: check AWS_PROFILE and --region');
  throw new Error(`several stages are deployed here: say which with --stage (${stages.toSorted().join(', ')})`);
}

/** Replaces the SDK's error, which names no remedy. */
function withoutRegion(error: unknown): never {
  if (!(error instanceof Error && error.message === 'Region is missing')) throw error;
  throw new Error(
    'no local cloud runs (start it with `npm start`), and no AWS region is set (--region, AWS_REGION, or a profile)',
    {
      cause: error,
    },
  );
}

/** The deployed stage, and how its functions reach the CA. */
export async function deployedCa(session: Session) {
  const connected = await session.connect();
  return { ...connected, ...(await deployedSettings(connected)) };
}

/** Settings in the environment of the stage's functions. */
export function deployedSettings({ caFunctionName }: Pick<Deployment, 'caFunctionName'>) {
  return readDeployedSettings(caFunctionName);
}
