import { ExecutionAlreadyExists, type SFNClient, StartExecutionCommand } from '@aws-sdk/client-sfn';
import { type ExecutionInput, executionName, startsAsExpress } from '../../contract/stack/execution.schema.ts';

export type StartExecution = (input: ExecutionInput) => Promise<void>;

/** ARNs of the two state machines, which run the same steps. */
export interface Machines {
  standard: string;
  express: string;
}

/**
 * Starts lifecycle executions. An existing one, open or closed, counts as started. AWS accepts duplicate names of Express
 * executions, so `newRunId` tells them apart and the domain's row accepts one of them.
 */
export function executionStarter(
  client: Pick<SFNClient, 'send'>,
  { standard, express }: Machines,
  newRunId: () => string,
): StartExecution {
  return async (input) => {
    const name = executionName(input);
    const [stateMachineArn, started] = startsAsExpress(input) ? [express, { ...input, run: newRunId() }] : [standard, input];
    try {
      await client.send(new StartExecutionCommand({ stateMachineArn, name, input: JSON.stringify(started) }));
    } catch (error) {
      if (!(error instanceof ExecutionAlreadyExists)) throw error;
    }
  };
}
