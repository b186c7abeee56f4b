import './audit.css';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type AuditEntry, auditQuery, readWhole } from '../api/audit.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { useActorName } from '../parts/hooks/actor-name.ts';
import { Moment } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { notify } from '../parts/notices.tsx';
import { Page } from '../parts/page.tsx';
import { storeFile } from '../parts/store-file.ts';
import { Shown } from '../parts/text/text.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { Changes } from './changes.tsx';
import { actorId, csvOf, jsonLinesOf } from './export-files.ts';

const route = getRouteApi('/$mode/audit');

/** Who changed what, when and from where: for 400 days. */
export function AuditPage() {
  const { mode } = route.useParams();
  const search = route.useSearch();
  const query = useQuery(auditQuery(search));
  const { cursor, ...first } = search;
  const next = query.data?.next_cursor;
  const isFiltered = Object.keys(first).length > 0;
  return (
    <Page title="Audit" actions={<Export />}>
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
          <Shown text={action} />
        </code>
      </td>
      <td>
        <Shown text={object.type.replaceAll('_', ' ')} />
        {called !== undefined && (
          <b className="called">
            <Shown text={called} most={120} />
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

/** What it was called when it was changed: it may be gone since. */
function nameIn({ before = {}, after = {} }: AuditEntry): string | undefined {
  const names = [after, before].flatMap(({ name, url, email }) => [name, url, email]);
  return names.find((name) => typeof name === 'string');
}

/** By name, where it is still known. */
function Who({ entry }: { entry: AuditEntry }) {
  const id = actorId(entry);
  const name = useActorName(id);
  return (
    <>
      <Shown text={name ?? entry.actor.type.replaceAll('_', ' ')} />
      {id !== '' && (
        <small>
          <Shown text={id} />
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
  if (place === undefined) return <Shown text={id} />;
  return (
    <Link to={place} params={{ mode, id }}>
      <Shown text={id} />
    </Link>
  );
}

const FILES = {
  csv: { name: 'audit.csv', type: 'text/csv;charset=utf-8', textOf: csvOf },
  jsonl: { name: 'audit.jsonl', type: 'application/jsonl', textOf: jsonLinesOf },
};

/** All that the filters leave, not this page alone. */
function Export() {
  const search = route.useSearch();
  const make = useMutation({
    mutationFn: async (kind: keyof typeof FILES) => {
      const { entries, isCut } = await readWhole(search);
      const { name, type, textOf } = FILES[kind];
      storeFile(name, type, textOf(entries));
      const count = entries.length.toLocaleString('en');
      notify(isCut ? `${count} changes exported, the newest: choose a shorter time for the others` : `${count} changes exported`);
    },
  });
  return (
    <>
      <div className="filters">
        <Action needs="audit.read" isBusy={make.isPending} onPress={() => make.mutate('csv')}>
          Export CSV
        </Action>
        <Action needs="audit.read" isBusy={make.isPending} onPress={() => make.mutate('jsonl')}>
          Export JSON lines
        </Action>
      </div>
      {make.error && <FailurePanel error={make.error} />}
    </>
  );
}
