import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { StageRefused } from '../../lib/stage/read-stage.ts';
import type { Stage } from '../../lib/stage/stage.schema.ts';

/** AWS requires this much for functions without a reservation (Lambda API, PutFunctionConcurrency). */
const UNRESERVED = 100;
/** Domains, registrations, events, organization, servers, webhooks: see lib/api/. */
export const API_FUNCTIONS = 6;

export function reservedInAll({ reservedConcurrency }: Pick<Stage, 'reservedConcurrency'>): number {
  if (!reservedConcurrency) return 0;
  const { api, agents, challenges, portal } = reservedConcurrency;
  return API_FUNCTIONS * api + agents + challenges + portal;
}

/** A new account has 10 concurrent executions and can reserve none. CloudFormation would fail in the middle of an update. */
export async function refuseTooLittleConcurrency(
  stage: Pick<Stage, 'name' | 'region' | 'reservedConcurrency'>,
  client = new LambdaClient(stage.region === undefined ? {} : { region: stage.region }),
): Promise<void> {
  const wanted = reservedInAll(stage);
  if (wanted === 0) return;
  const { AccountLimit } = await client.send(new GetAccountSettingsCommand({}));
  const { ConcurrentExecutions: allowed = 0 } = AccountLimit ?? {};
  if (allowed - UNRESERVED >= wanted) return;
  throw new StageRefused(
    `stage ${stage.name} reserves ${wanted} concurrent executions (reservedConcurrency), and AWS wants ${UNRESERVED} more to stay unreserved; the account has ` +
      `${allowed} in this region. Request more (Service Quotas, AWS Lambda, "Concurrent executions"), lower the numbers, or remove reservedConcurrency from the stage file`,
  );
}
