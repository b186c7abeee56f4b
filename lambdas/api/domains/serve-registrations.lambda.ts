import { openApi } from '../pipeline/open-api.gateway.ts';
import { registrationRoutes } from './registrations-routes.gateway.ts';

const api = await openApi(process.env);

/** The operations that register a hostname or check its DNS. */
export const handler = api.serve(registrationRoutes(api));
