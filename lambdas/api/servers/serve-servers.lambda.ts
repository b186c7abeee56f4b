import { openApi } from '../pipeline/open-api.gateway.ts';
import { SERVER_OPERATIONS } from './operations.ts';

const { ports, serve } = await openApi(process.env);

export const handler = serve(SERVER_OPERATIONS, ports);
