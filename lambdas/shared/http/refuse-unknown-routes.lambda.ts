import { httpPorts } from './http-ports.gateway.ts';
import { serveHttp } from './serve-http.ts';

/** `$default`: whatever no other route takes gets our own 404. */
export const handler = serveHttp([], httpPorts);
