import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { AuditSearch } from '../api/audit.ts';
import { keysQuery } from '../api/keys.ts';
import { peopleQuery } from '../api/people.ts';
import { Action } from '../parts/action.tsx';
import { displayName } from '../parts/text/display-name.ts';
import { SafeText } from '../parts/text/text.tsx';
import { visibleText } from '../parts/text/visible-text.ts';

const route = getRouteApi('/$mode/audit');
const OBJECT_TYPES = ['organization', 'api_key', 'member', 'invitation', 'domain', 'server', 'machine', 'webhook'];
/** Actors without an id. */
const OTHERS = ['administrator', 'service'];

/** Filters for time, actor and object. All are in the address. */
export function AuditFilters({ search }: { search: AuditSearch }) {
  const navigate = route.useNavigate();
  const set = (change: AuditSearch) => {
    const { cursor: _, ...kept } = search;
    const next = Object.entries({ ...kept, ...change }).filter(([, value]) => value !== '');
    void navigate({ search: Object.fromEntries(next) });
  };
  const types = search.type === undefined || OBJECT_TYPES.includes(search.type) ? OBJECT_TYPES : [...OBJECT_TYPES, search.type];
  return (
    <div className="filters">
      <label>
        From <input type="date" value={search.from ?? ''} onChange={({ target }) => set({ from: target.value })} />
      </label>
      <label>
        until <input type="date" value={search.until ?? ''} onChange={({ target }) => set({ until: target.value })} />
      </label>
      <ActorFilter actor={search.actor} set={(actor) => set({ actor })} />
      <label>
        <span className="unseen">Object</span>
        <select value={search.type ?? ''} onChange={({ target }) => set({ type: target.value, id: '' })}>
          <option value="">On everything</option>
          {types.map((type) => (
            <option key={type} value={type}>
              {type.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </label>
      {search.request !== undefined && (
        <span>
          By request{' '}
          <code>
            <SafeText text={search.request} most={100} />
          </code>
        </span>
      )}
      {search.type !== undefined && <IdFilter key={search.id} id={search.id ?? ''} set={(id) => set({ id })} />}
    </div>
  );
}

function ActorFilter({ actor, set }: { actor: string | undefined; set: (actor: string) => void }) {
  const people = useQuery(peopleQuery);
  const keys = useQuery(keysQuery);
  const known = [
    ...(people.data?.members ?? []).map((member) => [member.id, displayName(member)] as const),
    ...(keys.data?.data ?? []).map(({ id, name }) => [id, `Key ${name}`] as const),
    ...OTHERS.map((type) => [type, `The ${type}`] as const),
  ];
  // An actor missing from both lists is shown by id.
  const all = actor === undefined || known.some(([id]) => id === actor) ? known : [...known, [actor, actor] as const];
  return (
    <label>
      <span className="unseen">Actor</span>
      <select data-filter value={actor ?? ''} onChange={({ target }) => set(target.value)}>
        <option value="">By everybody</option>
        {all.map(([id, name]) => (
          <option key={id} value={id}>
            {visibleText(name)}
          </option>
        ))}
      </select>
    </label>
  );
}

function IdFilter({ id, set }: { id: string; set: (id: string) => void }) {
  const [typed, setTyped] = useState(id);
  return (
    <form
      className="filters"
      onSubmit={(event) => {
        event.preventDefault();
        set(typed.trim());
      }}
    >
      <input
        aria-label="Id of the object"
        placeholder="Id"
        value={typed}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => setTyped(target.value)}
      />
      <Action submits>Find</Action>
    </form>
  );
}
