import { Construct } from 'constructs';
import { letChangeTable, letQueryIndex, letReadBatches, letReadSecret, letSealAnswers } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { awsServersRole } from '../functions/service-role.ts';
import { API_TIMEOUT, type EndpointProps } from './public-api.ts';

/** `/api/servers`: servers that get certificates, and their machines. */
export class ServersApi extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeServers', {
      stage,
      entry: 'lambdas/api/servers/serve-servers.lambda.ts',
      description: 'Serves the servers of the public API',
      timeout: API_TIMEOUT,
      reservedConcurrency: stage.reservedConcurrency?.api,
    });
    letChangeTable(serve, stateful.table, { queries: true, deletes: true });
    letReadBatches(serve, stateful.table);
    letReadSecret(serve, stateful.secret);
    letSealAnswers(serve, stateful.sealingKey);
    letQueryIndex(serve, stateful.table, 'byServer');
    serve.tell('awsServersRoleArn', awsServersRole(this, stage).arn);
    api.serve(serve, 'ANY /api/servers', 'ANY /api/servers/{proxy+}', 'ANY /api/aws-access');
  }
}
