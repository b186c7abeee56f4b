import { openApi } from '../pipeline/open-api.gateway.ts';
import { EVENT_OPERATIONS } from './operations.ts';

const { ports, serve } = await openApi(process.env);

export const handler = serve(EVENT_OPERATIONS, ports);
