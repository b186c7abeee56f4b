import { readFileSync } from 'node:fs';
import { REFERENCE_FILES } from '../../../contract/paths.ts';
import { errorPage } from '../../pages/error-page.ts';
import { serveHttp } from '../../shared/http/serve-http.ts';
import { httpPorts } from '../../shared/runtime/log.gateway.ts';
import { referenceRoutes } from './serve-reference.ts';

/** The files are next to the bundle (lib/api/reference-site.ts). */
const read = (name: string) => readFileSync(new URL(name, import.meta.url));
const routes = referenceRoutes({
  document: read(REFERENCE_FILES.document),
  plainDocument: read(REFERENCE_FILES.plainDocument),
  page: read(REFERENCE_FILES.page),
  style: read(REFERENCE_FILES.style),
  script: read(REFERENCE_FILES.script),
  apex: read(REFERENCE_FILES.apex),
});

export const handler = serveHttp(routes, { ...httpPorts, errorPage });
