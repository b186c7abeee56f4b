import { Construct } from 'constructs';
import {
  grantQueueDeliveries,
  grantReadServiceSecret,
  grantReadWriteTable,
  grantSealAnswers,
  grantSealWebhookSecrets,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { API_TIMEOUT, type EndpointProps } from './public-api.ts';

/** `/api/webhooks`: endpoints, and the history of their deliveries. A redelivery goes through the delivery queue. */
export class WebhooksApi extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeWebhooks', {
      stage,
      entry: 'lambdas/api/webhooks/serve-webhooks.lambda.ts',
      description: 'Serves the webhooks of the public API',
      timeout: API_TIMEOUT,
      reservedConcurrency: stage.reservedConcurrency?.api,
      reachesCustomers: true,
    });
    grantReadWriteTable(serve, stateful.table, { queries: true, deletes: true });
    grantReadServiceSecret(serve, stateful.secret);
    grantSealAnswers(serve, stateful.sealingKey);
    grantSealWebhookSecrets(serve, stateful.sealingKey);
    grantQueueDeliveries(serve, stateful.deliveries);
    api.serve(serve, 'ANY /api/webhooks', 'ANY /api/webhooks/{proxy+}');
  }
}
