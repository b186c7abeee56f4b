import { prefixedId } from '../ids/ids.gateway.ts';
import { jsonLog, logAbout } from '../runtime/log.gateway.ts';
import { systemClock } from '../time/clock.gateway.ts';
import type { HttpPorts } from './serve-http.ts';

/** What every Lambda behind the HTTP API answers with. */
export const httpPorts: HttpPorts = { log: jsonLog, logAbout, clock: systemClock, newRequestId: () => prefixedId('req') };
