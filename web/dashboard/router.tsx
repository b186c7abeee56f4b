import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { Mode } from './api/app-paths.ts';
import { MODE } from './api/early.ts';
import { readAuditSearch } from './audit/search.ts';
import { readDomainSearch } from './domains/search.ts';
import { readEventSearch } from './events/search.ts';
import { readCalendarSearch } from './expiries/search.ts';
import { Overview } from './overview/overview.tsx';
import { FailurePanel } from './parts/failure-panel.tsx';
import { Skeleton } from './parts/page.tsx';
import { readMonthSearch, readReportSearch } from './reports/search.ts';
import { Shell } from './shell/shell.tsx';
import { readDeliverySearch } from './webhooks/search.ts';

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFound,
  errorComponent: ({ error, reset }) => <FailurePanel error={error} retry={reset} />,
});

function NotFound() {
  return (
    <div className="page">
      <h1>There is no such page</h1>
      <p>Check the address.</p>
      <p>
        <Link className="button" to="/">
          Overview
        </Link>
      </p>
    </div>
  );
}

function isMode(text: string): text is Mode {
  return text === 'live' || text === 'test';
}

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/$mode', params: { mode: MODE }, replace: true });
  },
});
const mode = createRoute({
  getParentRoute: () => root,
  path: '/$mode',
  component: Shell,
  params: {
    parse: (params): { mode: Mode } => {
      if (!isMode(params.mode)) throw notFound();
      return { mode: params.mode };
    },
    stringify: ({ mode: chosen }) => ({ mode: chosen }),
  },
});
const overview = createRoute({ getParentRoute: () => mode, path: '/', component: Overview });
const domains = createRoute({
  getParentRoute: () => mode,
  path: 'domains',
  validateSearch: readDomainSearch,
  component: lazyRouteComponent(() => import('./domains/domains-page.tsx'), 'DomainsPage'),
});
const domain = createRoute({
  getParentRoute: () => domains,
  path: '$id',
  component: lazyRouteComponent(() => import('./domains/domain-panel.tsx'), 'DomainPanel'),
});
const addDomain = createRoute({
  getParentRoute: () => mode,
  path: 'domains/new',
  component: lazyRouteComponent(() => import('./domains/add-domains.tsx'), 'AddDomainsPage'),
});
const expiries = createRoute({
  getParentRoute: () => mode,
  path: 'expiries',
  validateSearch: readCalendarSearch,
  component: lazyRouteComponent(() => import('./expiries/expiries-page.tsx'), 'ExpiriesPage'),
});

const reports = createRoute({
  getParentRoute: () => mode,
  path: 'reports',
  validateSearch: readReportSearch,
  component: lazyRouteComponent(() => import('./reports/reports-page.tsx'), 'ReportsPage'),
});
const month = createRoute({
  getParentRoute: () => mode,
  path: 'reports/month',
  validateSearch: readMonthSearch,
  component: lazyRouteComponent(() => import('./reports/month-page.tsx'), 'MonthPage'),
});

const servers = createRoute({
  getParentRoute: () => mode,
  path: 'servers',
  component: lazyRouteComponent(() => import('./servers/servers-page.tsx'), 'ServersPage'),
});
const server = createRoute({
  getParentRoute: () => mode,
  path: 'servers/$id',
  component: lazyRouteComponent(() => import('./servers/server-page.tsx'), 'ServerPage'),
});
const webhooks = createRoute({
  getParentRoute: () => mode,
  path: 'webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});
const webhook = createRoute({
  getParentRoute: () => mode,
  path: 'webhooks/$id',
  validateSearch: readDeliverySearch,
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
});
const events = createRoute({
  getParentRoute: () => mode,
  path: 'events',
  validateSearch: readEventSearch,
  component: lazyRouteComponent(() => import('./events/events-page.tsx'), 'EventsPage'),
});
const keys = createRoute({
  getParentRoute: () => mode,
  path: 'keys',
  component: lazyRouteComponent(() => import('./keys/keys-page.tsx'), 'KeysPage'),
});
const audit = createRoute({
  getParentRoute: () => mode,
  path: 'audit',
  validateSearch: readAuditSearch,
  component: lazyRouteComponent(() => import('./audit/audit-page.tsx'), 'AuditPage'),
});
const settings = createRoute({
  getParentRoute: () => mode,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});
const portal = createRoute({
  getParentRoute: () => mode,
  path: 'settings/portal',
  component: lazyRouteComponent(() => import('./portal/portal-page.tsx'), 'PortalPage'),
});
const profile = createRoute({
  getParentRoute: () => mode,
  path: 'profile',
  component: lazyRouteComponent(() => import('./settings/profile-page.tsx'), 'ProfilePage'),
});

const routeTree = root.addChildren([
  home,
  mode.addChildren([
    overview,
    domains.addChildren([domain]),
    addDomain,
    expiries,
    reports,
    month,
    servers,
    server,
    webhooks,
    webhook,
    events,
    keys,
    audit,
    settings,
    portal,
    profile,
  ]),
]);

export function newRouter() {
  return createRouter({
    routeTree,
    basepath: '/dashboard',
    defaultPreload: 'intent',
    defaultPendingComponent: Skeleton,
    scrollRestoration: false,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof newRouter>;
  }
}
