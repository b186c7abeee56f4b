import { Construct } from 'constructs';
import { grantCountRequests, grantReadServiceSecret } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { API_TIMEOUT, type EndpointProps } from './public-api.ts';

/** `/api/events`: the event log, for integrators who missed some. */
export class EventsApi extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeEvents', {
      stage,
      entry: 'lambdas/api/events/serve-events.lambda.ts',
      description: 'Serves the event log of the public API',
      timeout: API_TIMEOUT,
      reservedConcurrency: stage.reservedConcurrency?.api,
    });
    grantCountRequests(serve, stateful.table);
    grantReadServiceSecret(serve, stateful.secret);
    // Every API function reads this variable. No operation here has an answer to seal.
    serve.setVariable('kmsKeyId', stateful.sealingKey.keyId);
    api.serve(serve, 'ANY /api/events', 'ANY /api/events/{proxy+}');
  }
}
