import { openChecks } from '../../wiring/checks.wiring.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { openOperation } from '../pipeline/operation.ts';
import { REGISTRATION_OPERATIONS } from './operations.ts';

const { ports, serve } = await openApi(process.env);
const checks = openChecks(withNetwork(ports));

/** The operations that register a hostname or check its DNS. */
export const handler = serve(REGISTRATION_OPERATIONS.map((operation) => openOperation(operation, checks)));
