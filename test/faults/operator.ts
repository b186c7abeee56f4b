import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { type FunctionConfiguration, InvokeCommand, LambdaClient, paginateListFunctions } from '@aws-sdk/client-lambda';
import { intervalMs } from '../../lambdas/ca-limits/gcra.ts';
import { accountLimit, caAccount } from '../../lambdas/ca-limits/order-limits.ts';
import { readDeployment } from '../../lambdas/shared/aws/deployment.gateway.ts';
import { keys } from '../../lambdas/shared/table/keys.ts';
import { openTable } from '../../lambdas/shared/table/table.store.ts';
import { awsClientSettings, awsEndpoint } from '../../local/machine/environment.ts';
import { LOCAL_STAGE, ORDERS_PER_MINUTE } from '../../local/stage.ts';

/** What one with AWS credentials sees and does, past the proxy. */
export async function openOperator(awsPort: number, directoryUrl: string) {
  const settings = awsClientSettings(awsEndpoint(awsPort));
  const { tableName } = await readDeployment(LOCAL_STAGE, new CloudFormationClient(settings));
  const table = openTable(new DynamoDBClient(settings), tableName);
  const lambda = new LambdaClient(settings);
  const functions: FunctionConfiguration[] = [];
  for await (const { Functions = [] } of paginateListFunctions({ client: lambda }, {})) functions.push(...Functions);
  return {
    functions,

    isGone: async (domainId: number) => (await table.get(keys.domain(domainId))) === undefined,

    /** The budget of the CA account is used up until then: who wants an order has to wait for a slot. */
    async spendOrdersUntil(at: Date): Promise<void> {
      const acme = { directoryUrl, ordersPerMinute: ORDERS_PER_MINUTE };
      const { key, limit } = accountLimit(acme);
      const arrivalMs = at.getTime() + (limit.count - 1) * intervalMs(limit);
      const expression = 'SET arrivalMs = :at';
      await table.update(keys.caBudget(caAccount(acme), key), { expression, values: { ':at': arrivalMs } });
    },

    /** Wakes the dispatcher of orders, and waits until it is done. */
    async dispatch(): Promise<void> {
      const { FunctionName } = functions.find((each) => each.FunctionName?.includes('DispatchOrders')) ?? {};
      await lambda.send(new InvokeCommand({ FunctionName }));
    },
  };
}
export type Operator = Awaited<ReturnType<typeof openOperator>>;
