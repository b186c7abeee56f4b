import { InvokeCommand, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import type { SweepRequest } from '../lambdas/jobs/sweep/sweep-request.schema.ts';
import { awsClientSettings, awsEndpoint } from './machine/environment.ts';

/** The deployed Lambdas whose name, as CDK makes it of their construct, has this in it. */
export async function functionsNamed(client: LambdaClient, part: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
    names.push(...Functions.flatMap(({ FunctionName }) => (FunctionName?.includes(part) ? [FunctionName] : [])));
  }
  return names;
}

/** What was in the outbox so shortly before MiniStack wrote its state may not have been in its queues yet. */
const ON_THE_WAY_MS = 120_000;

/**
 * After a stop or a crash of MiniStack: the table's stream is empty and the queues are what they were when it last wrote its
 * state. Everything in the outbox since then is brought to the relay once more. `savedAt`: undefined where there was none.
 */
export async function takeUp(awsPort: number, savedAt: Date | undefined): Promise<'nothing' | 'done'> {
  if (savedAt === undefined) return 'nothing';
  const request: SweepRequest = { redriveSince: new Date(savedAt.getTime() - ON_THE_WAY_MS).toISOString() };
  const client = new LambdaClient(awsClientSettings(awsEndpoint(awsPort)));
  try {
    for (const FunctionName of await functionsNamed(client, 'SweepOverdue')) {
      const { FunctionError, Payload } = await client.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(request) }));
      if (FunctionError) throw new Error(`what the last stop interrupted could not be taken up: ${Payload?.transformToString()}`);
    }
    return 'done';
  } finally {
    client.destroy();
  }
}
