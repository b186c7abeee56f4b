import { openChecks } from '../../wiring/checks.wiring.ts';
import { withNetwork } from '../../wiring/net-edges.wiring.ts';
import { DNS_OPERATIONS } from '../dns/operations.ts';
import { openApi } from '../pipeline/open-api.gateway.ts';
import { REGISTRATION_OPERATIONS } from './registration-operations.ts';

const { ports, serve } = await openApi(process.env);
const checks = openChecks(withNetwork(ports));

export const handler = serve([...REGISTRATION_OPERATIONS, ...DNS_OPERATIONS], checks);
