import { Construct } from 'constructs';
import { letChangeTable, letReadSecret, letSealAnswers } from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { API_TIMEOUT, type EndpointProps } from './public-api.ts';

/** `/api/organization`: the caller's limits and use, the theme of its portal, and links to it. */
export class OrganizationApi extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeOrganization', {
      stage,
      entry: 'lambdas/api/organization/serve-organization.lambda.ts',
      description: 'Shows the organization, keeps the theme of its portal, and signs links to it',
      timeout: API_TIMEOUT,
      reservedConcurrency: stage.reservedConcurrency?.api,
    });
    letChangeTable(serve, stateful.table, { queries: true, deletes: true });
    letReadSecret(serve, stateful.secret);
    letSealAnswers(serve, stateful.sealingKey);
    const links = '/api/domains/{id}/portal-link';
    api.serve(serve, 'ANY /api/organization', 'ANY /api/organization/theme', `POST ${links}`, `DELETE ${links}`);
  }
}
