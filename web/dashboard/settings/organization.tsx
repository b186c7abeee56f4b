import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { organizationQuery } from '../api/organization.ts';
import { Copy } from '../parts/copy.tsx';
import { Fact } from '../parts/fact.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Skeleton } from '../parts/page.tsx';
import { SafeText } from '../parts/text/text.tsx';

const route = getRouteApi('/$mode/settings');

/** Share of a limit that is worth attention. */
const NEARLY = 0.8;

export function Organization() {
  const query = useQuery(organizationQuery);
  return (
    <>
      <section aria-label="Organization">
        <h2>Organization</h2>
        {query.isError && <FailurePanel error={query.error} retry={() => query.refetch()} />}
        {query.isPending && <Skeleton />}
        {query.data && <Facts organization={query.data} />}
      </section>
      {query.data && <Limits limits={query.data.limits} />}
    </>
  );
}

function Facts({ organization: { id, name, cname_target, portal_url } }: { organization: Schemas['Organization'] }) {
  const { mode } = route.useParams();
  return (
    <dl className="facts">
      <Fact name="Name">
        <SafeText text={name} />
      </Fact>
      <Fact name="Id">
        <code>
          <SafeText text={id} />
        </code>{' '}
        <Copy text={id} what="Id" />
      </Fact>
      <Fact name="CNAME target">
        <code>
          <SafeText text={cname_target} />
        </code>{' '}
        <Copy text={cname_target} what="CNAME target" />
        <small>Each server has its own name below it.</small>
      </Fact>
      <Fact name="Portal">
        {portal_url === undefined ? (
          'Made with the first link or theme. '
        ) : (
          <>
            <code>
              <SafeText text={portal_url} />
            </code>{' '}
            <Copy text={portal_url} what="Address of the portal" />{' '}
          </>
        )}
        <Link to="/$mode/settings/portal" params={{ mode }}>
          Edit how portal and widget look
        </Link>
      </Fact>
    </dl>
  );
}

const LIMIT_WORDS: Record<string, [name: string, note: string]> = {
  domains: ['Domains', ''],
  unvalidated_domains: ['Domains that were never validated', ''],
  servers: ['Servers', ''],
  webhooks: ['Webhooks', ''],
  new_receivers_per_hour: ['New receivers of webhooks', 'in this hour'],
  requests_per_hour: ['Requests of all API keys', 'in this hour'],
  requests_per_minute: ['Requests of one API key', 'in a minute'],
};
/** People send requests without a key. The report shows each key's use. */
const NOT_USED_HERE = 'requests_per_minute';

function Limits({ limits }: { limits: Record<string, { limit: number; used: number }> }) {
  const names = [...new Set([...Object.keys(LIMIT_WORDS), ...Object.keys(limits)])];
  return (
    <section aria-label="Limits">
      <h2>Limits and use</h2>
      <ul className="limits">
        {names.map((name) => {
          const each = limits[name];
          return each && <Limit key={name} name={name} {...each} />;
        })}
      </ul>
      <p className="small">An administrator of the service can raise each.</p>
    </section>
  );
}

function Limit({ name, limit, used }: { name: string; limit: number; used: number }) {
  const [words, note] = LIMIT_WORDS[name] ?? [name, ''];
  const share = limit === 0 ? 1 : Math.min(used / limit, 1);
  return (
    <li className={share >= NEARLY ? 'limit nearly' : 'limit'}>
      <span>
        <SafeText text={words} /> <small>{note}</small>
      </span>
      <span className="number">
        {name !== NOT_USED_HERE && `${used.toLocaleString('en')} of `}
        {limit.toLocaleString('en')}
      </span>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true" focusable="false">
        <rect className="ground" width="100" height="4" />
        <rect className="used" width={share * 100} height="4" />
      </svg>
    </li>
  );
}
