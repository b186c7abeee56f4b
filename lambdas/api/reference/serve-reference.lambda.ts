import { readFileSync } from 'node:fs';
import { REFERENCE_FILES } from '../../../contract/paths.ts';
import { httpPorts } from '../../shared/http/http-ports.gateway.ts';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { referenceRoutes } from './serve-reference.ts';

/** Beside the bundle (lib/api/reference-site.ts). */
const read = (name: string) => readFileSync(new URL(name, import.meta.url));
const routes = referenceRoutes({
  document: read(REFERENCE_FILES.document),
  renderer: read(REFERENCE_FILES.renderer),
  apex: read(REFERENCE_FILES.apex),
});

export const handler = serveHttp(routes, httpPorts);
