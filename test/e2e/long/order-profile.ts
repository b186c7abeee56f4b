import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  GetFunctionConfigurationCommand,
  LambdaClient,
  paginateListFunctions,
  UpdateFunctionConfigurationCommand,
  waitUntilFunctionUpdatedV2,
} from '@aws-sdk/client-lambda';
import { ENVIRONMENT } from '../../../contract/stack/environment.ts';
import type { CloudFile } from '../../../local/connection.ts';
import { stateDir } from '../cloud.ts';

const cloud: CloudFile = JSON.parse(readFileSync(join(stateDir, 'cloud.json'), 'utf8'));
const lambda = new LambdaClient({
  endpoint: cloud.aws_endpoint_url,
  region: cloud.region,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
});

/** Sets the profile of all orders (`settings.acme.profile`), as a deployment of the stage would. */
export async function orderProfile(profile: string): Promise<void> {
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {})) {
    for (const { FunctionName = '' } of Functions) {
      if (FunctionName.includes('createorder')) await setProfile(FunctionName, profile);
    }
  }
}

async function setProfile(FunctionName: string, profile: string): Promise<void> {
  const { Environment } = await lambda.send(new GetFunctionConfigurationCommand({ FunctionName }));
  const variables = Environment?.Variables ?? {};
  const settings = JSON.parse(variables[ENVIRONMENT.settings] ?? '');
  const changed = JSON.stringify({ ...settings, acme: { ...settings.acme, profile } });
  const Variables = { ...variables, [ENVIRONMENT.settings]: changed };
  await lambda.send(new UpdateFunctionConfigurationCommand({ FunctionName, Environment: { Variables } }));
  await waitUntilFunctionUpdatedV2({ client: lambda, maxWaitTime: 60 }, { FunctionName });
}
