import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useParams } from '@tanstack/react-router';
import type { Mode } from '../api/app-paths.ts';
import { type Domain, serversQuery } from '../api/domains.ts';
import { Day, Relative } from '../parts/instant.tsx';
import { ObservedValue } from '../parts/record.tsx';
import { Hostname, SafeText, Scrolls } from '../parts/text/text.tsx';
import { Verdict, whoActs } from '../parts/verdict.tsx';
import { COLUMNS, type Column } from './columns.tsx';
import type { ListSearch } from './search.ts';

const route = getRouteApi('/$mode/domains');

interface DomainTableProps {
  domains: Domain[];
  selected: ReadonlySet<number>;
  select: (selected: ReadonlySet<number>) => void;
  columns: readonly Column[];
}

export function DomainTable({ domains, selected, select, columns }: DomainTableProps) {
  const { mode } = route.useParams();
  const search = route.useSearch();
  const open = useParams({ strict: false }).id;
  const areAll = domains.every(({ id }) => selected.has(id));
  return (
    <Scrolls className="table domains" label="List of domains">
      <table>
        <thead>
          <tr>
            <th scope="col">
              <Tick label="Select all" isOn={areAll} toggle={() => select(new Set(areAll ? [] : domains.map(({ id }) => id)))} />
            </th>
            <th scope="col">Hostname</th>
            <th scope="col">Verdict</th>
            {columns.map((column) => (
              <th key={column} scope="col" className={column}>
                {COLUMNS[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {domains.map((domain) => (
            <Row
              key={domain.id}
              domain={domain}
              columns={columns}
              mode={mode}
              search={search}
              isOpen={open === String(domain.id)}
              isSelected={selected.has(domain.id)}
              selected={selected}
              select={select}
            />
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}

function Tick({ label, isOn, toggle }: { label: string; isOn: boolean; toggle: () => void }) {
  return (
    <label className="tick">
      <input type="checkbox" aria-label={label} checked={isOn} onChange={toggle} />
    </label>
  );
}

function withToggled(selected: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(selected);
  if (!next.delete(id)) next.add(id);
  return next;
}

interface RowProps extends Omit<DomainTableProps, 'domains'> {
  domain: Domain;
  mode: Mode;
  search: ListSearch;
  isOpen: boolean;
  isSelected: boolean;
}

function Row({ domain, columns, mode, search, isOpen, isSelected, selected, select }: RowProps) {
  const { id, url, url_unicode, diagnosis } = domain;
  const toggle = () => select(withToggled(selected, id));
  return (
    <tr className={isOpen ? 'open' : undefined}>
      <td>
        <Tick label={`Select ${url}`} isOn={isSelected} toggle={toggle} />
      </td>
      <th scope="row">
        <Link
          data-row={id}
          className="host"
          to="/$mode/domains/$id"
          params={{ mode, id: String(id) }}
          search={search}
          aria-current={isOpen || undefined}
        >
          <Hostname url={url} unicode={url_unicode} />
        </Link>
      </th>
      <td>
        <Verdict diagnosis={diagnosis} />
      </td>
      {columns.map((column) => (
        <td key={column} className={column}>
          <Cell column={column} domain={domain} />
        </td>
      ))}
    </tr>
  );
}

function Cell({ column, domain }: { column: Column; domain: Domain }) {
  const { diagnosis, expires_at, created_at, server_id } = domain;
  switch (column) {
    case 'waits':
      return (
        <>
          {diagnosis.actor === 'nobody' ? '–' : <SafeText text={whoActs(diagnosis.actor)} />}
          {diagnosis.actor !== 'nobody' && diagnosis.since !== undefined && (
            <small>
              since <Relative at={diagnosis.since} />
            </small>
          )}
          {diagnosis.checked_at !== undefined && (
            <small>
              checked <Relative at={diagnosis.checked_at} />
            </small>
          )}
        </>
      );
    case 'record':
      return <RecordCell domain={domain} />;
    case 'expires':
      return expires_at === undefined ? '–' : <Day at={expires_at} />;
    case 'server':
      return <ServerName id={server_id} />;
    case 'added':
      return <Day at={created_at} />;
  }
}

function ServerName({ id }: { id: number }) {
  const { data: servers } = useQuery(serversQuery);
  return <SafeText text={servers?.data.find((each) => each.id === id)?.name ?? String(id)} most={80} />;
}

/** The first incorrect record, and what was found instead. */
function RecordCell({ domain: { dns_records, diagnosis } }: { domain: Domain }) {
  const record = dns_records.find(({ state }) => state !== 'ok');
  if (!record) return <span className="small">as required</span>;
  const { type, host, value, observed } = record;
  // Records to remove are what was found instead.
  const others = diagnosis.fix.records.filter(({ action }) => action === 'remove').map((each) => `${each.type} ${each.value}`);
  return (
    <div className="compared">
      <code>
        <SafeText text={`${type} ${host} → ${value}`} />
      </code>
      <small>
        seen:{' '}
        {observed === undefined ? (
          <SafeText text={others.join(', ') || 'nothing'} />
        ) : (
          <code>
            <ObservedValue seen={observed} wanted={value} />
          </code>
        )}
      </small>
    </div>
  );
}
