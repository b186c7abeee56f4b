import { readFileSync } from 'node:fs';
import { REFERENCE_FILES } from '../../shared/contract/reference-files.ts';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { prefixedId } from '../../shared/ids/ids.gateway.ts';
import { jsonLog } from '../../shared/runtime/log.gateway.ts';
import { systemClock } from '../../shared/time/clock.gateway.ts';
import { referenceRoutes } from './serve-reference.ts';

/** Beside the bundle (lib/api/reference-site.ts). */
const read = (name: string) => readFileSync(new URL(name, import.meta.url));
const routes = referenceRoutes({ document: read(REFERENCE_FILES.document), renderer: read(REFERENCE_FILES.renderer) });

export const handler = serveHttp(routes, { log: jsonLog, clock: systemClock, newRequestId: () => prefixedId('req') });
