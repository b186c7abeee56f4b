import { GetFunctionConfigurationCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { ENVIRONMENT } from '../../../contract/stack/environment.ts';
import { Settings } from '../../../contract/stack/settings.schema.ts';

/** The settings of a deployment's functions, read from one that talks to the CA: the stage's file may have changed since. */
export async function readDeployedSettings(
  functionName: string,
  client = new LambdaClient({}),
): Promise<{ settings: Settings; kmsKeyId: string }> {
  const { Environment } = await client.send(new GetFunctionConfigurationCommand({ FunctionName: functionName }));
  const { [ENVIRONMENT.settings]: settings, [ENVIRONMENT.kmsKeyId]: kmsKeyId } = Environment?.Variables ?? {};
  if (settings === undefined || kmsKeyId === undefined) throw new Error(`the function ${functionName} is told no settings`);
  return { settings: Settings.parse(JSON.parse(settings)), kmsKeyId };
}
