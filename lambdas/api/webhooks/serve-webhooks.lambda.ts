import { openChecks } from '../../wiring/checks.wiring.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { webhookRoutes } from './webhooks-routes.gateway.ts';

const { ports, serve } = await openApi(process.env);

/** Everything under /api/webhooks. */
export const handler = serve(webhookRoutes(openChecks(withNetwork(ports))));
