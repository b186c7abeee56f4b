import { openApi } from '../pipeline/open-api.gateway.ts';
import { registrationRoutes } from './registrations-routes.gateway.ts';

const api = await openApi(process.env);

/** What looks at DNS or reads the Public Suffix List: a Lambda of its own, so that neither bundle is over 400 kB. */
export const handler = api.serve(registrationRoutes(api));
