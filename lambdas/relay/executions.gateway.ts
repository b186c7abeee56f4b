import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { type ExecutionInput, executionName } from '../../contract/stack/execution.schema.ts';

export type StartExecution = (input: ExecutionInput) => Promise<void>;

/** Starts lifecycle executions; one that exists, open or closed, counts as started. */
export function startsExecutions(client: SFNClient, stateMachineArn: string): StartExecution {
  return async (input) => {
    const name = executionName(input);
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(input) }));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  };
}
