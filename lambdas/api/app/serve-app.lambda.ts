import { MODES } from '../../model/accounts/tenant.ts';
import { openChecks } from '../../wiring/checks.wiring.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { API_OPERATIONS } from '../operations.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { peopleRoutes } from './people-routes.ts';
import { sessionAdmission } from './session-admission.ts';

const { ports, serve } = await openApi(process.env);

/** /app/v1: the operations of the API for people who have signed in, and what only people do. */
export const handler = serve(
  API_OPERATIONS,
  openChecks(withNetwork(ports)),
  MODES.map((mode) => sessionAdmission(mode, ports)),
  MODES.flatMap((mode) => peopleRoutes(mode, ports)),
);
