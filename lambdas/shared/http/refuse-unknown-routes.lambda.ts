import { prefixedId } from '../ids/ids.gateway.ts';
import { jsonLog } from '../runtime/log.gateway.ts';
import { systemClock } from '../time/clock.gateway.ts';
import { serveHttp } from './serve-http.ts';

/** `$default`: whatever no other route takes gets our own 404. */
export const handler = serveHttp([], { log: jsonLog, clock: systemClock, newRequestId: () => prefixedId('req') });
