import { openApi } from '../pipeline/open-api.gateway.ts';
import { serverRoutes } from './servers-routes.gateway.ts';

const { ports, serve } = await openApi(process.env);

/** Everything under /api/servers. */
export const handler = serve(serverRoutes(ports));
