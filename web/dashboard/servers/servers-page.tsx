import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { serversQuery } from '../api/domains.ts';
import { Relative } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { Page } from '../parts/page.tsx';
import { Shown } from '../parts/text.tsx';

const route = getRouteApi('/$mode/servers');

export function ServersPage() {
  const query = useQuery({ ...serversQuery, refetchInterval: 30_000 });
  const { mode } = route.useParams();
  return (
    <Page title="Servers">
      <List
        label="List of servers"
        query={query}
        columns={['Name', 'Status', 'CNAME target', 'Last seen']}
        keyOf={({ id }) => id}
        empty="No servers yet. The first domain creates one."
        row={({ id, name, status, cname_target, last_seen_at }) => (
          <>
            <th scope="row">
              <Link data-row className="host" to="/$mode/servers/$id" params={{ mode, id: String(id) }}>
                <Shown text={name} />
              </Link>
            </th>
            <td>
              <ServerStatus status={status} />
            </td>
            <td>
              <code>
                <Shown text={cname_target} />
              </code>
            </td>
            <td>{last_seen_at === undefined ? 'Never' : <Relative at={last_seen_at} />}</td>
          </>
        )}
      />
    </Page>
  );
}

const TONES: Record<string, string> = { online: 'good', offline: 'bad', error: 'bad' };

export function ServerStatus({ status }: { status: string }) {
  return (
    <span className={TONES[status]}>
      <Shown text={status} />
    </span>
  );
}
