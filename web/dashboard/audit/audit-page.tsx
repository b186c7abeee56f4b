import './audit.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type AuditEntry, auditQuery } from '../api/audit.ts';
import { useActorName } from '../parts/hooks/actor-name.ts';
import { Moment } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { Page } from '../parts/page.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { Changes } from './changes.tsx';
import { ExportAudit } from './export-audit.tsx';

const route = getRouteApi('/$mode/audit');

/** Changes of the last 400 days: who, what, when and from where. */
export function AuditPage() {
  const { mode } = route.useParams();
  const search = route.useSearch();
  const query = useQuery(auditQuery(search));
  const { cursor, ...first } = search;
  const next = query.data?.next_cursor;
  const isFiltered = Object.keys(first).length > 0;
  return (
    <Page title="Audit" actions={<ExportAudit key={JSON.stringify(first)} />}>
      <AuditFilters search={search} />
      <List
        label="List of changes"
        query={query}
        columns={['When', 'Who', 'Did', 'On', 'Details']}
        keyOf={({ id }) => id}
        empty={isFiltered ? 'No change on this page matches.' : 'Nothing was changed in the last 400 days.'}
        row={(entry) => <Cells entry={entry} />}
      />
      <nav className="pages" aria-label="Pages">
        {isFiltered && (
          <Link className="button" to="/$mode/audit" params={{ mode }}>
            Clear filter
          </Link>
        )}
        {cursor !== undefined && (
          <Link className="button" to="/$mode/audit" params={{ mode }} search={first}>
            First page
          </Link>
        )}
        {next && (
          <Link className="button" to="/$mode/audit" params={{ mode }} search={{ ...first, cursor: next }}>
            Next page
          </Link>
        )}
      </nav>
    </Page>
  );
}

function Cells({ entry }: { entry: AuditEntry }) {
  const { id, created_at, action, object } = entry;
  const called = nameIn(entry);
  return (
    <>
      <th scope="row">
        <Moment at={created_at} />
      </th>
      <td>
        <Who entry={entry} />
      </td>
      <td>
        <code>
          <SafeText text={action} />
        </code>
      </td>
      <td>
        <SafeText text={object.type.replaceAll('_', ' ')} />
        {called !== undefined && (
          <b className="called">
            <SafeText text={called} most={120} />
          </b>
        )}
        <small>
          <ObjectLink object={object} />
        </small>
      </td>
      <td>
        <details>
          <summary>
            Show<span className="unseen"> {id}</span>
          </summary>
          <Changes entry={entry} />
        </details>
      </td>
    </>
  );
}

/** Its name at the time of the change, because it may be deleted since. */
function nameIn({ before = {}, after = {} }: AuditEntry): string | undefined {
  const names = [after, before].flatMap(({ name, url, email }) => [name, url, email]);
  return names.find((name) => typeof name === 'string');
}

/** The name if it is still known. */
function Who({ entry }: { entry: AuditEntry }) {
  const { actor } = entry;
  const id = actor.user_id ?? actor.key_id ?? actor.machine_id ?? '';
  const name = useActorName(id);
  return (
    <>
      <SafeText text={name ?? actor.type.replaceAll('_', ' ')} />
      {id !== '' && (
        <small>
          <SafeText text={id} />
        </small>
      )}
    </>
  );
}

const PLACES: Record<string, '/$mode/domains/$id' | '/$mode/servers/$id' | '/$mode/webhooks/$id'> = {
  domain: '/$mode/domains/$id',
  server: '/$mode/servers/$id',
  webhook: '/$mode/webhooks/$id',
};

function ObjectLink({ object: { type, id } }: { object: AuditEntry['object'] }) {
  const { mode } = route.useParams();
  const place = Object.hasOwn(PLACES, type) ? PLACES[type] : undefined;
  if (place === undefined) return <SafeText text={id} />;
  return (
    <Link to={place} params={{ mode, id }}>
      <SafeText text={id} />
    </Link>
  );
}
