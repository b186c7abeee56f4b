import { Construct } from 'constructs';
import { letCountRequests, letReadSecret } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { API_TIMEOUT, type EndpointProps } from './public-api.ts';

/** `/api/organization`: the caller's limits and use. */
export class OrganizationApi extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeOrganization', {
      stage,
      entry: 'lambdas/api/organization/serve-organization.lambda.ts',
      description: 'Serves the organization of the public API',
      timeout: API_TIMEOUT,
    });
    letCountRequests(serve, stateful.table);
    letReadSecret(serve, stateful.secret);
    // Every function of the API reads it; no operation here has an answer to seal.
    serve.tell('kmsKeyId', stateful.sealingKey.keyId);
    api.serve(serve, 'ANY /api/organization');
  }
}
