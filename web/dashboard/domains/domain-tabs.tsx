import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import type { Domain } from '../api/domains.ts';
import { Copy } from '../parts/copy.tsx';
import { Moment } from '../parts/instant.tsx';
import { Skeleton } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Code, SafeText } from '../parts/text/text.tsx';
import { DomainDeliveries } from './domain-deliveries.tsx';
import { DomainSettings } from './domain-settings.tsx';
import { Timeline } from './timeline.tsx';

const route = getRouteApi('/$mode/domains/$id');
const CustomerView = lazy(async () => ({ default: (await import('./customer/customer-view.tsx')).CustomerView }));

const TABS = {
  timeline: 'Timeline',
  customer: 'Customer’s view',
  certificate: 'Certificate',
  deliveries: 'Deliveries',
  settings: 'Settings',
  json: 'JSON',
} as const;
type TabName = keyof typeof TABS;
const NAMES = Object.keys(TABS) as TabName[];

/** The open tab is in the address. An unknown one opens the first. */
export function DomainTabs({ domain }: { domain: Domain }) {
  const navigate = route.useNavigate();
  const { tab, ...search } = route.useSearch();
  const chosen = NAMES.find((name) => name === tab) ?? 'timeline';
  const open = (name: TabName) =>
    void navigate({ search: name === 'timeline' ? search : { ...search, tab: name }, replace: true, resetScroll: false });
  return (
    <Tabs
      label="Details"
      names={TABS}
      panel={(name) => <Panel name={name} domain={domain} />}
      open={{ name: chosen, choose: open }}
    />
  );
}

function Panel({ name, domain }: { name: TabName; domain: Domain }) {
  switch (name) {
    case 'timeline':
      return <Timeline id={domain.id} />;
    case 'customer':
      return (
        <Suspense fallback={<Skeleton lines={6} />}>
          <CustomerView domain={domain} />
        </Suspense>
      );
    case 'certificate':
      return <CertificateFacts domain={domain} />;
    case 'deliveries':
      return <DomainDeliveries id={domain.id} />;
    case 'settings':
      return <DomainSettings domain={domain} />;
    case 'json':
      return <Json domain={domain} />;
  }
}

function Json({ domain }: { domain: Domain }) {
  const text = JSON.stringify(domain, null, 2);
  return (
    <>
      <Code text={text} label="The domain as the API answers it" />
      <Copy text={text} what="JSON">
        Copy JSON
      </Copy>
    </>
  );
}

function CertificateFacts({ domain: { certificate, expires_at, renews_on, last_renewed } }: { domain: Domain }) {
  if (!certificate) return <p className="small">No certificate yet. It is made when DNS is right.</p>;
  const facts: [string, string | undefined, boolean?][] = [
    ['Issuer', certificate.issuer],
    ['CA', certificate.ca],
    ['Valid from', certificate.not_before, true],
    ['Expires', expires_at, true],
    ['Renews on', renews_on],
    ['Last renewed', last_renewed, true],
    ['Key', certificate.key_type],
    ['Serial number', certificate.serial_number],
    ['SHA-256', certificate.fingerprint_sha256],
  ];
  return (
    <dl className="facts">
      {facts.map(
        ([name, value, isInstant]) =>
          value !== undefined && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{isInstant ? <Moment at={value} /> : <SafeText text={value} />}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
