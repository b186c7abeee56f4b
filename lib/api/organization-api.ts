import { Construct } from 'constructs';
import {
  grantBatchGet,
  grantConditionChecks,
  grantReadServiceSecret,
  grantReadWriteTable,
  grantSealAnswers,
} from '../functions/grants.ts';
import { ServiceFunction } from '../functions/service-function.ts';
import { API_TIMEOUT, type EndpointProps } from './public-api.ts';

/** `/api/organization` (limits, usage, portal theme, portal links), `/api/keys`, `/api/audit` and `/api/requests`. */
export class OrganizationApi extends Construct {
  constructor(scope: Construct, id: string, { stage, stateful, api }: EndpointProps) {
    super(scope, id);
    const serve = new ServiceFunction(this, 'ServeOrganization', {
      stage,
      entry: 'lambdas/api/organization/serve-organization.lambda.ts',
      description: 'Shows the organization, manages its API keys, keeps the theme of its portal, and signs links to it',
      timeout: API_TIMEOUT,
      reservedConcurrency: stage.reservedConcurrency?.api,
    });
    grantReadWriteTable(serve, stateful.table, { queries: true, deletes: true });
    grantBatchGet(serve, stateful.table);
    grantConditionChecks(serve, stateful.table);
    grantReadServiceSecret(serve, stateful.secret);
    grantSealAnswers(serve, stateful.sealingKey);
    const links = '/api/domains/{id}/portal-link';
    // Serves every path without a function of its own: the stack's resource limit leaves room for only a few more routes.
    api.serve(serve, 'ANY /api/{proxy+}', `ANY ${links}`);
  }
}
