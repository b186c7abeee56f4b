import { openApi } from '../pipeline/open-api.gateway.ts';
import { serverRoutes } from './servers-routes.gateway.ts';

const api = await openApi(process.env);

/** Everything under /api/servers. */
export const handler = api.serve(serverRoutes(api));
