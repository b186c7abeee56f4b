import { leakRoutes } from '../keys/leak-routes.gateway.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { organizationRoutes } from './organization-routes.gateway.ts';
import { seldomRoutes } from './seldom-routes.gateway.ts';

const api = await openApi(process.env);

/** /api/organization, keys, audit, requests, reports, the test clock, and links to the portal. */
export const handler = api.serve([...organizationRoutes(api), ...seldomRoutes(api)], undefined, leakRoutes(api));
