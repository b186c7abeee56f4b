import { Construct } from 'constructs';
import {
  grantBatchGet,
  grantQueryIndex,
  grantReadServiceSecret,
  grantReadWriteTable,
  grantSealAnswers,
} from '../functions/grants.ts';
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
    grantReadWriteTable(serve, stateful.table, { queries: true, deletes: true });
    grantBatchGet(serve, stateful.table);
    grantReadServiceSecret(serve, stateful.secret);
    grantSealAnswers(serve, stateful.sealingKey);
    grantQueryIndex(serve, stateful.table, 'byServer');
    serve.setVariable('awsServersRoleArn', awsServersRole(this, stage).arn);
    api.serve(serve, 'ANY /api/servers', 'ANY /api/servers/{proxy+}', 'ANY /api/aws-access');
  }
}
