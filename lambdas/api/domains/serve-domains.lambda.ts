import { openApi } from '../pipeline/open-api.gateway.ts';
import { DOMAIN_OPERATIONS } from './operations.ts';

const { ports, serve } = await openApi(process.env);

/** Operations on domains that read no DNS; the others are in serve-registrations.lambda.ts. */
export const handler = serve(DOMAIN_OPERATIONS, ports);
