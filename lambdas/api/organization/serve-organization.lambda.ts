import { AUDIT_OPERATIONS } from '../audit/operations.ts';
import { CLOCK_OPERATIONS } from '../clock/operations.ts';
import { leakRoutes } from '../keys/leak-routes.gateway.ts';
import { KEY_OPERATIONS } from '../keys/operations.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { openOperation } from '../pipeline/operation.ts';
import { organizationRoutes } from './organization-routes.gateway.ts';
import { seldomRoutes } from './seldom-routes.gateway.ts';

const { ports, serve } = await openApi(process.env);
const operations = [...KEY_OPERATIONS, ...AUDIT_OPERATIONS, ...CLOCK_OPERATIONS].map((operation) =>
  openOperation(operation, ports),
);

/** /api/organization, keys, audit, requests, reports, the test clock, and links to the portal. */
export const handler = serve([...organizationRoutes(ports), ...seldomRoutes(ports), ...operations], undefined, leakRoutes(ports));
