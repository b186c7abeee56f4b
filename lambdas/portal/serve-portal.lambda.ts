import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PORTAL_FILES, widgetFileBeside } from '../../contract/paths.ts';
import { errorPage } from '../pages/error-page.ts';
import { serveHttp } from '../shared/http/serve-http.ts';
import { httpPorts } from '../shared/runtime/log.gateway.ts';
import { lazily } from '../wiring/lazily.ts';
import { withNetwork } from '../wiring/net-edges.wiring.ts';
import { openPortal } from '../wiring/portal.wiring.ts';
import { openTableEdges } from '../wiring/table-edges.wiring.ts';
import { portalRoutes } from './portal-routes.ts';

/** Built next to the bundle (lib/portal/portal.ts). */
const fileBeside = (name: string) => readFileSync(new URL(name, import.meta.url));
const gzipped = fileBeside(PORTAL_FILES.script);
const name = `portal-${createHash('sha256').update(gzipped).digest('hex').slice(0, 16)}.js`;
// Read rarely: browsers cache a widget file for ever.
const files = { script: { name, gzipped }, widgetFile: (file: string) => fileBeside(widgetFileBeside(file)) };

const { edges, freshSecret } = await openTableEdges(process.env);
const ports = openPortal(withNetwork(edges));
const routes = portalRoutes(lazily({ files: () => files }, ports));

/** /portal: pages for owners of hostnames. /widget: the widget's script for integrators' pages. */
export const handler = serveHttp(routes, { ...httpPorts, errorPage }).use(freshSecret);
