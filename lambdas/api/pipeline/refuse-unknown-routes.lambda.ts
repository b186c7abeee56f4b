import { errorPage } from '../../pages/error-page.ts';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { httpPorts } from '../../shared/runtime/log.gateway.ts';

/** `$default`: whatever no other route takes gets our own 404. */
export const handler = serveHttp([], { ...httpPorts, errorPage });
