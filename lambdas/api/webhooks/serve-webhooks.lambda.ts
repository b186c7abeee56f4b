import { openApi } from '../pipeline/open-api.gateway.ts';
import { webhookRoutes } from './webhooks-routes.gateway.ts';

const api = await openApi(process.env);

/** Everything under /api/webhooks. */
export const handler = api.serve(webhookRoutes(api));
