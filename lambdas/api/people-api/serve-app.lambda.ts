import { MODES } from '../../model/accounts/tenant.ts';
import { openChecks } from '../../wiring/checks.wiring.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { API_OPERATIONS } from '../operations.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { peopleRoutes } from './people-routes.ts';
import { sessionAdmission } from './session-admission.ts';

const { ports, serve } = await openApi(process.env);

/** /app/v1: the API's operations for signed-in people, and the routes for people only. */
export const handler = serve(
  API_OPERATIONS,
  openChecks(withNetwork(ports)),
  MODES.map((mode) => sessionAdmission(mode, ports)),
  MODES.flatMap((mode) => peopleRoutes(mode, ports)),
);
