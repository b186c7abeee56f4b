import { Construct } from 'constructs';
import { LIST_INDEXES, type ListIndex } from '../../contract/stack/table-shape.ts';
import { grantQueryIndex, grantReadServiceSecret, grantReadWriteTable, grantSealAnswers } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { API_TIMEOUT, type EndpointProps } from './public-api.ts';

interface DomainsFunction {
  entry: string;
  reachesCustomers: boolean;
  deletes: boolean;
}

/**
 * `/api/domains` and `/api/dns`, which integrators call with API keys. The DNS checks have a function of their own because they
 * need much code.
 */
export class DomainsApi extends Construct {
  constructor(scope: Construct, id: string, props: EndpointProps) {
    super(scope, id);
    const domains = this.#serve(
      'ServeDomains',
      'Lists, shows, changes, deletes and renews domains, and has certificates revoked',
      props,
      {
        entry: 'serve-domains',
        reachesCustomers: false,
        deletes: true,
      },
    );
    for (const index of Object.keys(LIST_INDEXES) as ListIndex[]) grantQueryIndex(domains, props.stateful.table, index);
    props.api.serve(domains, 'ANY /api/domains', 'ANY /api/domains/{proxy+}');

    const registrations = this.#serve(
      'ServeRegistrations',
      'Creates, checks and retries domains, and looks at hostnames before',
      props,
      {
        entry: 'serve-registrations',
        reachesCustomers: true,
        deletes: false,
      },
    );
    const paths = ['/api/domains', '/api/domains/bulk', '/api/domains/{id}/check', '/api/domains/{id}/retry'] as const;
    props.api.serve(registrations, ...paths.map((path) => `POST ${path}` as const), 'ANY /api/dns/{proxy+}');
  }

  #serve(id: string, description: string, { stage, stateful }: EndpointProps, facts: DomainsFunction): ServiceFunction {
    const serve = new ServiceFunction(this, id, {
      stage,
      entry: `lambdas/api/domains/${facts.entry}.lambda.ts`,
      description,
      timeout: API_TIMEOUT,
      reservedConcurrency: stage.reservedConcurrency?.api,
      reachesCustomers: facts.reachesCustomers,
    });
    grantReadWriteTable(serve, stateful.table, { queries: true, deletes: facts.deletes });
    grantReadServiceSecret(serve, stateful.secret);
    grantSealAnswers(serve, stateful.sealingKey);
    return serve;
  }
}
