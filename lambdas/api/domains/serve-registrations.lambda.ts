import { openChecks } from '../../wiring/checks.wiring.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { registrationRoutes } from './registrations-routes.gateway.ts';

const { ports, serve } = await openApi(process.env);

/** The operations that register a hostname or check its DNS. */
export const handler = serve(registrationRoutes(openChecks(withNetwork(ports))));
