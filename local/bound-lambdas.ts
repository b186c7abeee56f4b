import { LambdaClient, PutFunctionConcurrencyCommand } from '@aws-sdk/client-lambda';
import { functionsNamed } from './functions.ts';
import { awsClientSettings, awsEndpoint } from './machine/environment.ts';

/**
 * Bounds how many processes each lifecycle step may have at once. The template says the same (`stepConcurrency` of the
 * stage), but the emulator does not read it there; AWS does.
 */
export async function boundLambdas(awsPort: number, stepConcurrency: number): Promise<void> {
  const client = new LambdaClient(awsClientSettings(awsEndpoint(awsPort)));
  try {
    for (const FunctionName of await functionsNamed(client, 'LifecycleSteps')) {
      await client.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: stepConcurrency }));
    }
  } finally {
    client.destroy();
  }
}
