import { errorPage } from '../../pages/error-page.ts';
import { httpPorts } from '../../shared/http/http-ports.gateway.ts';
import { serveHttp } from '../../shared/http/serve-http.ts';

/** `$default`: whatever no other route takes gets our own 404. */
export const handler = serveHttp([], { ...httpPorts, errorPage });
