import { openChecks } from '../../wiring/checks.wiring.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { WEBHOOK_OPERATIONS } from './operations.ts';

const { ports, serve } = await openApi(process.env);
const all = openChecks(withNetwork(ports));

export const handler = serve(WEBHOOK_OPERATIONS, all);
