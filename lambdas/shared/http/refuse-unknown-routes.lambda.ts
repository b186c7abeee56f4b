import { systemClock } from '../clock.gateway.ts';
import { prefixedId } from '../ids.gateway.ts';
import { jsonLog } from '../log.gateway.ts';
import { serveHttp } from './serve-http.ts';

/** `$default`: whatever no other route takes gets our own 404. */
export const handler = serveHttp([], { log: jsonLog, clock: systemClock, newRequestId: () => prefixedId('req') });
