import { Construct } from 'constructs';
import { letChangeTable, letReadSecret } from './grants.ts';
import { API_TIMEOUT, type EndpointProps } from './public-api.ts';
import { ServiceFunction } from './service-function.ts';

/** `/api/domains`: what integrators call with their keys. */
export class DomainsApi extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeDomains', {
      stage,
      entry: 'lambdas/domains/serve-domains.lambda.ts',
      description: 'Serves the domains of the public API',
      timeout: API_TIMEOUT,
    });
    letChangeTable(serve, stateful.table);
    letReadSecret(serve, stateful.secret);
    api.serve(serve, 'ANY /api/domains', 'ANY /api/domains/{proxy+}');
  }
}
