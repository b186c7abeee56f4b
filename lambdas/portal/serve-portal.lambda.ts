import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PORTAL_FILES, widgetFileBeside } from '../../contract/paths.ts';
import { requireVariable } from '../../contract/stack/environment.ts';
import { looksAtServer } from '../checks/look-at-server.ts';
import { lookAtBoth } from '../dns/look-at-cname.ts';
import { dnsReaders } from '../dns/walk/dns-reader.gateway.ts';
import { dnsResolverWithin } from '../dns/wire/resolver.gateway.ts';
import { claimStore } from '../model/domains/claim.store.ts';
import { domainStore } from '../model/domains/domain.store.ts';
import { serverReads } from '../model/servers/server.store.ts';
import { errorPage } from '../pages/error-page.ts';
import { serveHttp } from '../shared/http/serve-http.ts';
import { callToken, prefixedId } from '../shared/ids/ids.gateway.ts';
import { guardedNet } from '../shared/net/guarded.gateway.ts';
import { httpPorts } from '../shared/runtime/log.gateway.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { openServiceSecret } from '../shared/secrets/service-secret.gateway.ts';
import { actionStore } from '../shared/table/action.store.ts';
import { briefPause as pause } from '../shared/time/clock.gateway.ts';
import { portalRoutes } from './portal-routes.ts';
import { portalViewStore } from './portal-view.store.ts';

const runtime = buildRuntime(process.env);
const { table, settings } = runtime;
const { serviceSecret, freshSecret } = await openServiceSecret(requireVariable(process.env, 'serviceSecretArn'), runtime);
const { ownerOfLabel } = serverReads(table);
const cnamePorts = {
  openDnsReader: dnsReaders(settings),
  // Not their names: no owner of a hostname is told of servers.
  servers: { ownerOfLabel },
  baseTarget: settings.baseTarget,
  serviceSecret,
};
const resolveWithin = dnsResolverWithin(settings);
/** Of the 7.5 s that a check has for all it asks; connection and handshake have the rest. */
const ADDRESS_BUDGET_MS = 3_000;
/** Beside the bundle (lib/portal/portal.ts). */
const fileBeside = (name: string) => readFileSync(new URL(name, import.meta.url));
const gzipped = fileBeside(PORTAL_FILES.script);
const name = `portal-${createHash('sha256').update(gzipped).digest('hex').slice(0, 16)}.js`;

const routes = portalRoutes({
  views: portalViewStore(table),
  actions: actionStore(table, callToken),
  serviceSecret,
  settings,
  script: { name, gzipped },
  // Pages keep it for ever: it is read seldom.
  widgetFile: (file) => fileBeside(widgetFileBeside(file)),
  check: {
    domains: domainStore(table, { newId: prefixedId }),
    claims: claimStore(table),
    lookAtCname: (domain, budgetMs, now) => lookAtBoth(cnamePorts, domain, now, budgetMs),
    lookAtServer: (...asked) => {
      const net = guardedNet({ resolve: resolveWithin(ADDRESS_BUDGET_MS), allowLoopback: settings.allowLoopback });
      return looksAtServer({ net, settings })(...asked);
    },
    pause,
  },
});

/** /portal: what owners of hostnames see. /widget: the script of the widget, for the pages of integrators. */
export const handler = serveHttp(routes, { ...httpPorts, errorPage }).use(freshSecret);
