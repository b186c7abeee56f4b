import { Construct } from 'constructs';
import { APP_PATHS } from '../../contract/paths.ts';
import { LIST_INDEXES, type ListIndex } from '../../contract/stack/table-shape.ts';
import { API_TIMEOUT, type EndpointProps } from '../api/public-api.ts';
import {
  grantBatchGet,
  grantConditionChecks,
  grantQueryIndex,
  grantQueueDeliveries,
  grantReadServiceSecret,
  grantReadWriteTable,
  grantSealAnswers,
  grantSealWebhookSecrets,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { awsServersRole } from '../functions/service-role.ts';

/**
 * `/app/v1`: what signed-in people do. It has the rights of all API functions together, because it runs their code. A function of
 * its own keeps people and programs from using up each other's concurrency.
 */
export class AppApi extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeApp', {
      stage,
      entry: 'lambdas/api/people-api/serve-app.lambda.ts',
      description: 'Serves the operations of the API to people who have signed in, and their members and sessions',
      timeout: API_TIMEOUT,
      reservedConcurrency: stage.reservedConcurrency?.portal,
      reachesCustomers: true,
    });
    const { table } = stateful;
    grantReadWriteTable(serve, table, { queries: true, deletes: true });
    grantBatchGet(serve, table);
    grantConditionChecks(serve, table);
    for (const index of Object.keys(LIST_INDEXES) as ListIndex[]) grantQueryIndex(serve, table, index);
    grantReadServiceSecret(serve, stateful.secret);
    grantSealAnswers(serve, stateful.sealingKey);
    grantSealWebhookSecrets(serve, stateful.sealingKey);
    grantQueueDeliveries(serve, stateful.deliveries);
    serve.setVariable('awsServersRoleArn', awsServersRole(this, stage).arn);
    api.serve(serve, `ANY ${APP_PATHS.api}/{proxy+}`);
  }
}
