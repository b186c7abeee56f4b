import { leakRoutes } from '../keys/leak-routes.gateway.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { organizationRoutes } from './organization-routes.gateway.ts';
import { seldomRoutes } from './seldom-routes.gateway.ts';

const { ports, serve } = await openApi(process.env);

/** /api/organization, keys, audit, requests, reports, the test clock, and links to the portal. */
export const handler = serve([...organizationRoutes(ports), ...seldomRoutes(ports)], undefined, leakRoutes(ports));
