import { errorPage } from '../../pages/error-page.ts';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { httpPorts } from '../../shared/runtime/log.gateway.ts';

/** `$default`: every path without a route gets the API's own 404. */
export const handler = serveHttp([], { ...httpPorts, errorPage });
