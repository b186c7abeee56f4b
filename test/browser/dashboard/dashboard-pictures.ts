import type { Browser, Page } from 'playwright-core';
import { domainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { aDomain, HOUR, iso, later, type Overrides, SECOND } from '../../lambdas/a-domain.ts';
import { fillAccount, type PlayedDomain } from './played/played-account.ts';
import { type PlayedDashboard, playDashboard } from './played/played-dashboard.ts';

const DESKTOP = { width: 1200, height: 720 };
const PHONE = { width: 390, height: 844 };

/** Pictures of README.md and docs/guides/dashboard.md, with their viewport in CSS pixels. */
export const DASHBOARD_PICTURES = {
  'dashboard-domains': DESKTOP,
  'dashboard-wrong-record': { ...DESKTOP, height: 600 },
  'dashboard-overview-dark': DESKTOP,
  'dashboard-phone': PHONE,
};
type Name = keyof typeof DASHBOARD_PICTURES;

const MINUTE = 60 * SECOND;
const DAY = 24 * HOUR;
const TARGET = 'q7m2w8zkx4hn5tdp.cname.acme.net';
type Phase = Parameters<typeof aDomain>[0];

/** A domain as the API would return it. `minutes`: since its last check. */
function shown(id: number, url: string, phase: Phase, minutes: number, overrides: Overrides = {}): PlayedDomain {
  const { diagnosis, ...others } = overrides;
  const checkedAt = iso(-minutes * MINUTE);
  const domain = aDomain(phase, {
    ...{ id, url, cname: { target: TARGET, host: url.split('.')[0] ?? url } },
    ...(diagnosis && { diagnosis: { checkedAt, ...diagnosis } }),
    ...others,
  });
  return domainResource(domain, { checkedAt }) as unknown as PlayedDomain;
}

const wrong = (observed: string): Overrides => ({
  diagnosis: {
    ...{ code: 'invalid_cname_target', observed },
    evidence: [{ kind: 'dns', asked: 'shop.hooli.com CNAME', server: 'ns1.hooli.com', answer: observed, at: iso(-4 * MINUTE) }],
  },
});
const missing: Overrides = { diagnosis: { code: 'cname_not_found', evidence: [] } };
const validated: Overrides = { dnsStatus: 'validated' };
const until = (days: number): Overrides => {
  const certificate = {
    ...{ serialNumber: '03a1f5c2', issuer: 'C=US, O=Let’s Encrypt, CN=E7', keyType: 'EC P-256', ca: 'Let’s Encrypt' },
    ...{ notBefore: iso((days - 90) * DAY), notAfter: iso(days * DAY), fingerprintSha256: '9f'.repeat(32) },
  };
  return { served: { certificate, since: certificate.notBefore, renewAt: iso((days - 30) * DAY) } };
};

/** An everyday account: most domains are live, some customers are setting theirs up, and one domain needs the integrator. */
const DOMAINS: PlayedDomain[] = [
  shown(1, 'docs.umbrella.com', 'installing', 38, {
    ...validated,
    diagnosis: { code: 'server_not_connected', evidence: [] },
  }),
  shown(2, 'shop.hooli.com', 'awaiting-dns', 4, wrong('q7m2w8zkx4hn5tbp.cname.acme.net')),
  shown(3, 'www.bluth.com', 'awaiting-dns', 11, wrong('shops.myshopify.com')),
  shown(4, 'app.initech.com', 'awaiting-dns', 2, missing),
  shown(5, 'help.piedpiper.com', 'finalizing', 1, validated),
  shown(6, 'shop.wonka.com', 'active', 51, until(62)),
  shown(7, 'booking.globex.com', 'active', 64, until(71)),
  shown(8, 'kurse.stark.com', 'active', 80, until(44)),
  shown(9, 'status.duff.com', 'active', 95, until(80)),
  shown(10, 'tickets.oscorp.com', 'active', 102, until(58)),
  shown(11, 'learn.tyrell.com', 'active', 118, until(39)),
  shown(12, 'pay.cyberdyne.com', 'active', 126, until(85)),
];

function fill(dashboard: PlayedDashboard): void {
  fillAccount(dashboard, DOMAINS);
  const at = (minutes: number) => iso(-minutes * MINUTE);
  const happened: [string, number, number][] = [
    ['domain.certificate_issued', 6, 51],
    ['domain.dns_changed', 2, 4],
    ['domain.validated', 5, 2],
    ['domain.created', 4, 3],
  ];
  const events = happened
    .toSorted(([, , a], [, , b]) => b - a)
    .map(([event, domain_id, minutes], index) => ({ id: `evt_${index}`, event, domain_id, created_at: at(minutes), data: {} }));
  dashboard.answers.set('GET /events', ({ query }) => ({
    body: { data: query.has('cursor') ? [] : events, next_cursor: 'c' },
  }));
  const history = { id: 'dev_1', actor: { type: 'service' }, diagnosis: 'invalid_cname_target' };
  dashboard.answers.set('GET /domains/*/events', {
    body: {
      data: [
        { ...history, at: at(4), type: 'domain.dns_changed', observed: 'q7m2w8zkx4hn5tbp.cname.acme.net' },
        { ...history, id: 'dev_2', at: at(64), type: 'domain.created', diagnosis: 'in_progress', actor: { type: 'user' } },
      ],
      next_cursor: null,
    },
  });
}

/** Opens the page of each picture, ready for the screenshot. */
export async function showDashboard(browser: Browser, take: (name: Name, page: Page) => Promise<void>): Promise<void> {
  const dashboard = await playDashboard();
  fill(dashboard);
  const open = async (name: Name, path: string, ready: string, colorScheme: 'light' | 'dark' = 'light') => {
    const page = await browser.newPage({ viewport: DASHBOARD_PICTURES[name], colorScheme });
    await page.clock.setFixedTime(later(MINUTE / 2));
    await page.goto(`${dashboard.site}/dashboard/live${path}`);
    await page.getByText(ready).first().waitFor();
    await page.waitForLoadState('networkidle');
    await take(name, page);
    await page.close();
  };
  await open('dashboard-domains', '/domains', 'pay.cyberdyne.com');
  await open('dashboard-wrong-record', '/domains/2?actor=customer', 'Check now');
  await open('dashboard-overview-dark', '', 'domain.certificate_issued', 'dark');
  await open('dashboard-phone', '/domains', 'shop.wonka.com');
  await dashboard.close();
}
