import { LambdaClient, PutFunctionConcurrencyCommand, paginateListFunctions } from '@aws-sdk/client-lambda';
import { awsClientSettings, awsEndpoint } from './machine/environment.ts';

/** The lifecycle's Lambdas, by the name that CDK makes of their construct. */
const STEP_FUNCTION = /LifecycleSteps/;

/**
 * Bounds how many processes each lifecycle step may have at once. The template says the same (`stepConcurrency` of the
 * stage), but the emulator does not read it there; AWS does.
 */
export async function boundLambdas(awsPort: number, stepConcurrency: number): Promise<void> {
  const client = new LambdaClient(awsClientSettings(awsEndpoint(awsPort)));
  try {
    for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
      for (const { FunctionName } of Functions) {
        if (!FunctionName || !STEP_FUNCTION.test(FunctionName)) continue;
        await client.send(new PutFunctionConcurrencyCommand({ FunctionName, ReservedConcurrentExecutions: stepConcurrency }));
      }
    }
  } finally {
    client.destroy();
  }
}
