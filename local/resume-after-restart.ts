import { InvokeCommand, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import type { SweepRequest } from '../lambdas/jobs/sweep/sweep-request.schema.ts';
import { awsClientSettings, awsEndpoint } from './machine/environment.ts';

/** Deployed Lambdas whose CDK-generated name contains this text. */
export async function functionsNamed(client: LambdaClient, part: string): Promise<string[]> {
  const names: string[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client }, {})) {
    names.push(...Functions.flatMap(({ FunctionName }) => (FunctionName?.includes(part) ? [FunctionName] : [])));
  }
  return names;
}

/** Outbox entries written shortly before MiniStack's state may not have reached its queues. */
const ON_THE_WAY_MS = 120_000;

/**
 * Resumes work after a stop or crash of MiniStack: the table's stream is empty, and the queues are as of its last written state.
 * The relay gets everything in the outbox since then once more. `savedAt`: undefined without a written state.
 */
export async function resumeAfterRestart(awsPort: number, savedAt: Date | undefined): Promise<'nothing' | 'done'> {
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
