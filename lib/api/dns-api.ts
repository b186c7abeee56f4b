import { Construct } from 'constructs';
import { letChangeTable, letReadSecret, letSealAnswers } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { API_TIMEOUT, type EndpointProps } from './public-api.ts';

/** `/api/dns`: what a hostname's DNS has, before it is a domain. */
export class DnsApi extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeDns', {
      stage,
      entry: 'lambdas/api/dns/serve-dns.lambda.ts',
      description: 'Looks at the DNS of hostnames that are no domains yet',
      timeout: API_TIMEOUT,
      reachesCustomers: true,
    });
    // Looks are counted, and answers are kept for repeats.
    letChangeTable(serve, stateful.table, { queries: true });
    letReadSecret(serve, stateful.secret);
    letSealAnswers(serve, stateful.sealingKey);
    api.serve(serve, 'ANY /api/dns', 'ANY /api/dns/{proxy+}');
  }
}
