import { Construct } from 'constructs';
import { LIST_INDEXES, type ListIndex } from '../../lambdas/shared/contract/table-shape.ts';
import { letChangeTable, letQueryIndex, letReadSecret, letSealAnswers } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { API_TIMEOUT, type EndpointProps } from './public-api.ts';

/** `/api/domains`: what integrators call with their keys. Two functions: what looks at DNS is much code of its own. */
export class DomainsApi extends Construct {
  constructor(scope: Construct, id: string, props: EndpointProps) {
    super(scope, id);
    const domains = this.#serve('ServeDomains', 'serve-domains', 'Lists, shows, changes, deletes and renews domains', props);
    for (const index of Object.keys(LIST_INDEXES) as ListIndex[]) letQueryIndex(domains, props.stateful.table, index);
    props.api.serve(domains, 'ANY /api/domains', 'ANY /api/domains/{proxy+}');

    const registrations = this.#serve('ServeRegistrations', 'serve-registrations', 'Creates, checks and retries domains', props);
    const paths = ['/api/domains', '/api/domains/bulk', '/api/domains/{id}/check', '/api/domains/{id}/retry'] as const;
    for (const path of paths) props.api.serve(registrations, `POST ${path}`);
  }

  #serve(id: string, entry: string, description: string, { stage, stateful }: EndpointProps): ServiceFunction {
    const serve = new ServiceFunction(this, id, {
      stage,
      entry: `lambdas/api/domains/${entry}.lambda.ts`,
      description,
      timeout: API_TIMEOUT,
    });
    letChangeTable(serve, stateful.table);
    letReadSecret(serve, stateful.secret);
    letSealAnswers(serve, stateful.sealingKey);
    return serve;
  }
}
