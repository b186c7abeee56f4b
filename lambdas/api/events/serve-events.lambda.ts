import { openApi } from '../pipeline/open-api.gateway.ts';
import { eventRoutes } from './events-routes.gateway.ts';

const { ports, serve } = await openApi(process.env);

/** Everything under /api/events. */
export const handler = serve(eventRoutes(ports));
