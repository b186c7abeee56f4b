import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { isGone } from '../api/failure.ts';
import { type Server, serverQuery } from '../api/servers.ts';
import { Copy } from '../parts/copy.tsx';
import { Fact } from '../parts/fact.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment, Relative } from '../parts/instant.tsx';
import { Page, Skeleton } from '../parts/page.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { AwsAccount } from './aws-account.tsx';
import { Machines } from './machines.tsx';
import { ServerActions } from './server-actions.tsx';
import { ServerStatus, ServerType } from './servers-page.tsx';

const route = getRouteApi('/$mode/servers/$id');

export function ServerPage() {
  const id = Number(route.useParams().id);
  const server = useQuery(serverQuery(id));
  const { data, error } = server;
  if (isGone(error)) {
    return (
      <Page title="No such server">
        <p>It does not exist, or was deleted.</p>
      </Page>
    );
  }
  return (
    <Page title={data?.name ?? 'Server'}>
      {error && <FailurePanel error={error} retry={() => server.refetch()} />}
      {server.isPending && <Skeleton lines={5} />}
      {data && (
        <>
          <Facts server={data} />
          <ServerActions server={data} />
          {data.type === 'agent' ? <Machines id={id} /> : <AwsAccount server={data} />}
        </>
      )}
    </Page>
  );
}

function Facts({ server: { id, type, status, cname_target, address, last_seen_at, created_at } }: { server: Server }) {
  return (
    <dl className="facts">
      <Fact name="Status">
        <ServerStatus status={status} type={type} />
      </Fact>
      <Fact name="Type">
        <ServerType type={type} />
      </Fact>
      <Fact name="Number">
        <code>{id}</code> <Copy text={String(id)} what="Number" />
        <small>
          What a domain names it by, as <code>server_id</code>.
        </small>
      </Fact>
      <Fact name="CNAME target">
        <code>
          <SafeText text={cname_target} />
        </code>{' '}
        <Copy text={cname_target} what="CNAME target" />
        {address !== undefined && (
          <small>
            points to <SafeText text={address.join(', ')} />
          </small>
        )}
      </Fact>
      <Fact name="Last seen">{last_seen_at === undefined ? 'Never' : <Relative at={last_seen_at} />}</Fact>
      <Fact name="Added">
        <Moment at={created_at} />
      </Fact>
    </dl>
  );
}
