import { openApi } from '../pipeline/open-api.gateway.ts';
import { domainRoutes } from './domains-routes.gateway.ts';

const api = await openApi(process.env);

/** What needs neither DNS nor the Public Suffix List; the rest is in serve-registrations.lambda.ts. */
export const handler = api.serve(domainRoutes(api));
