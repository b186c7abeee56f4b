import { useQuery } from '@tanstack/react-query';
import { answerOf, client } from '../api/client.ts';
import { Copy } from '../parts/copy.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Page, Skeleton } from '../parts/page.tsx';
import { Shown } from '../parts/text.tsx';
import { Invitations, Members } from './members.tsx';
import { Sessions } from './sessions.tsx';

export function SettingsPage() {
  return (
    <Page title="Settings">
      <OrganizationFacts />
      <Members />
      <Invitations />
      <Sessions />
    </Page>
  );
}

function OrganizationFacts() {
  const query = useQuery({ queryKey: ['organization'], queryFn: () => answerOf(client.GET('/organization')) });
  return (
    <section aria-label="Organization">
      <h2>Organization</h2>
      {query.isError && <FailurePanel error={query.error} retry={() => query.refetch()} />}
      {query.isPending && <Skeleton />}
      {query.data && (
        <dl className="facts">
          <div>
            <dt>Name</dt>
            <dd>
              <Shown text={query.data.name} />
            </dd>
          </div>
          <div>
            <dt>Id</dt>
            <dd>
              <code>
                <Shown text={query.data.id} />
              </code>{' '}
              <Copy text={query.data.id} what="Id" />
            </dd>
          </div>
          {query.data.portal_url !== undefined && (
            <div>
              <dt>Portal</dt>
              <dd>
                <Shown text={query.data.portal_url} /> <Copy text={query.data.portal_url} what="Address of the portal" />
              </dd>
            </div>
          )}
          {Object.entries(query.data.limits).map(([name, { limit, used }]) => (
            <div key={name}>
              <dt>
                <Shown text={name.replaceAll('_', ' ')} />
              </dt>
              <dd>
                {used.toLocaleString('en')} of {limit.toLocaleString('en')}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
