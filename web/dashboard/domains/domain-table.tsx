import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useParams } from '@tanstack/react-router';
import { type Domain, serversQuery } from '../api/domains.ts';
import { Day, Relative } from '../parts/instant.tsx';
import { Seen } from '../parts/record.tsx';
import { Hostname, Scrolls, Shown } from '../parts/text.tsx';
import { Verdict, whoActs } from '../parts/verdict.tsx';

const route = getRouteApi('/$mode/domains');

interface DomainTableProps {
  domains: Domain[];
  selected: ReadonlySet<number>;
  select: (selected: ReadonlySet<number>) => void;
}

export function DomainTable({ domains, selected, select }: DomainTableProps) {
  const areAll = domains.every(({ id }) => selected.has(id));
  return (
    <Scrolls className="table domains" label="List of domains">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <input
                type="checkbox"
                aria-label="Select all"
                checked={areAll}
                onChange={() => select(new Set(areAll ? [] : domains.map(({ id }) => id)))}
              />
            </th>
            <th scope="col">Hostname</th>
            <th scope="col">Verdict</th>
            <th scope="col">Waits for</th>
            <th scope="col">Record required, and seen</th>
            <th scope="col">Expires</th>
            <th scope="col">Server</th>
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <Row
              key={domain.id}
              domain={domain}
              isSelected={selected.has(domain.id)}
              toggle={() => select(withToggled(selected, domain.id))}
            />
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function withToggled(selected: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

function Row({ domain, isSelected, toggle }: { domain: Domain; isSelected: boolean; toggle: () => void }) {
  const { id, url, url_unicode, diagnosis, expires_at, server_id } = domain;
  const { mode } = route.useParams();
  const search = route.useSearch();
  const open = useParams({ strict: false }).id;
  const { data: servers } = useQuery(serversQuery);
  const server = servers?.data.find((each) => each.id === server_id);
  return (
    <tr className={open === String(id) ? 'open' : undefined}>
      <td>
        <input type="checkbox" aria-label={`Select ${url}`} checked={isSelected} onChange={toggle} />
      </td>
      <th scope="row">
        <Link
          data-row={id}
          className="host"
          to="/$mode/domains/$id"
          params={{ mode, id: String(id) }}
          search={search}
          aria-current={open === String(id) || undefined}
        >
          <Hostname url={url} unicode={url_unicode} />
        </Link>
      </th>
      <td>
        <Verdict diagnosis={diagnosis} />
      </td>
      <td>
        {diagnosis.actor === 'nobody' ? '–' : <Shown text={whoActs(diagnosis.actor)} />}
        {diagnosis.checked_at !== undefined && (
          <small>
            checked <Relative at={diagnosis.checked_at} />
          </small>
        )}
      </td>
      <td>
        <RecordCell domain={domain} />
      </td>
      <td>{expires_at === undefined ? '–' : <Day at={expires_at} />}</td>
      <td>
        <Shown text={server?.name ?? String(server_id)} most={80} />
      </td>
    </tr>
  );
}

/** The first record that is not as it should be, and what is there in its place. */
function RecordCell({ domain: { dns_records, diagnosis } }: { domain: Domain }) {
  const record = dns_records.find(({ state }) => state !== 'ok');
  if (!record) return <span className="small">as required</span>;
  const { type, host, value, observed } = record;
  // What stands in the way of the record is what is seen instead of it.
  const others = diagnosis.fix.records.filter(({ action }) => action === 'remove').map((each) => `${each.type} ${each.value}`);
  return (
    <div className="compared">
      <code>
        <Shown text={`${type} ${host} → ${value}`} />
      </code>
      <small>
        seen:{' '}
        {observed === undefined ? (
          <Shown text={others.join(', ') || 'nothing'} />
        ) : (
          <code>
            <Seen seen={observed} wanted={value} />
          </code>
        )}
      </small>
    </div>
  );
}
