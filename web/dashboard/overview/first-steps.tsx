import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Mode } from '../api/app-paths.ts';
import { type Domain, newestQuery, serversQuery } from '../api/domains.ts';
import { NameCheck } from '../domains/name-check.tsx';
import { VerdictCard } from '../domains/verdict-card.tsx';
import { Copy } from '../parts/copy.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Skeleton } from '../parts/page.tsx';
import { Tabs } from '../parts/tabs.tsx';
import { Code, Hostname } from '../parts/text/text.tsx';
import { Arrivals } from './arrivals.tsx';

/**
 * Guides from an empty account to the first live domain and its webhook deliveries, without a reload. `known`: the few existing
 * domains, if the page has them already.
 */
export function FirstSteps({ known }: { known: Domain[] | undefined }) {
  const { mode } = getRouteApi('/$mode').useParams();
  const newest = useQuery({ ...newestQuery, placeholderData: () => known?.toSorted(newestFirst).slice(0, 1) });
  const { data: servers } = useQuery(serversQuery);
  if (newest.isError) return <FailurePanel error={newest.error} retry={() => newest.refetch()} />;
  if (newest.isPending) return <Skeleton lines={8} />;
  const [domain] = newest.data;
  const isServed = servers?.data.some(({ status }) => status === 'online') ?? true;
  return (
    <>
      {!isServed && mode === 'live' && (
        <p className="hint">
          No machine is connected yet: a name becomes live when one serves it.{' '}
          <Link to="/$mode/servers" params={{ mode }}>
            Enroll the machine that terminates TLS
          </Link>
        </p>
      )}
      {!domain && <Ways />}
      <div className="below">
        {domain && <FirstDomain domain={domain} />}
        <Arrivals />
      </div>
    </>
  );
}

function newestFirst(one: Domain, other: Domain): number {
  return other.created_at.localeCompare(one.created_at);
}

function FirstDomain({ domain }: { domain: Domain }) {
  const { mode } = getRouteApi('/$mode').useParams();
  return (
    <section aria-label="First domain" className="box">
      <h2 className="host">
        <Hostname url={domain.url} unicode={domain.url_unicode} />
      </h2>
      <VerdictCard domain={domain} />
      <Link className="button" to="/$mode/domains/$id" params={{ mode, id: String(domain.id) }}>
        Open
      </Link>
    </section>
  );
}

const WAYS = { browser: 'In the browser', curl: 'With curl', commands: 'On the command line' } as const;

function Ways() {
  return (
    <section aria-label="First domain" className="box">
      <h2>Your first domain</h2>
      <Tabs label="Three ways" names={WAYS} panel={(way) => <Way way={way} />} />
    </section>
  );
}

function Way({ way }: { way: keyof typeof WAYS }) {
  if (way === 'curl') return <WithCurl />;
  if (way === 'commands') return <WithCommands />;
  return (
    <>
      <p>Type the hostname of a customer. You see what would happen, and nothing is created until you add it.</p>
      <NameCheck rows={2} heading={WAYS.browser} isBare />
    </>
  );
}

/** The local cloud, whose DNS is on the same machine. */
function isOwnMachine(): boolean {
  return /^(localhost|127\.|\[::1\])/.test(location.hostname);
}

function exampleName(mode: Mode): string {
  if (mode === 'test') return 'shop.active.magic.test';
  return isOwnMachine() ? 'shop.customer.test' : 'shop.customer.com';
}

function WithCurl() {
  const { mode } = getRouteApi('/$mode').useParams();
  const { data: servers } = useQuery(serversQuery);
  const { id: serverId = 1, cname_target = '<cname_target of the answer>' } = servers?.data[0] ?? {};
  const name = exampleName(mode);
  const keys = '-H "X-API-KEY-ID: $CPS_API_KEY_ID" -H "X-API-KEY: $CPS_API_KEY"';
  const api = `${location.origin}/api`;
  return (
    <ol className="numbered">
      <li>
        <Link to="/$mode/keys" params={{ mode }}>
          Create a key
        </Link>
        , and set <code>CPS_API_KEY_ID</code> and <code>CPS_API_KEY</code> in your shell.
      </li>
      <Step
        what="Add the domain"
        text={`curl "${api}/domains" \\\n  ${keys} \\\n  -H "Content-Type: application/json" \\\n  -d '{"url": "${name}", "server_id": ${serverId}}'`}
      />
      {mode === 'live' && <RecordStep name={name} target={cname_target} />}
      <Step what="Look until ssl_status is active" text={`curl "${api}/domains?url=${name}" \\\n  ${keys}`} />
    </ol>
  );
}

function RecordStep({ name, target }: { name: string; target: string }) {
  return isOwnMachine() ? (
    <Step what="Set its record, as your customer would" text={`npm run dns -- set ${name} CNAME ${target}`} />
  ) : (
    <Step what="Set its record at your DNS provider" text={`${name}. CNAME ${target}.`} />
  );
}

function WithCommands() {
  return (
    <ol className="numbered">
      {isOwnMachine() ? (
        <li>In the folder of the project, while npm start runs:</li>
      ) : (
        <Step what="In a clone of the project, on your own machine: starts the service, a CA and DNS" text="npm start" />
      )}
      <Step what="In a second shell: a receiver that verifies and prints each webhook" text="npm run webhook-listen" />
      <Step what="In a third: takes a customer’s domain from its creation to served HTTPS" text="npm run demo" />
    </ol>
  );
}

function Step({ what, text }: { what: string; text: string }) {
  return (
    <li>
      <div className="labelled">
        {what}
        <Copy text={text} what={what} />
      </div>
      <Code text={text} label={what} />
    </li>
  );
}
