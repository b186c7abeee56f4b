import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Delivery, deliveriesQuery } from '../api/webhooks.ts';
import { Countdown } from '../parts/countdown.tsx';
import { Moment } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { DeliveryState } from './delivery-state.tsx';
import type { DeliverySearch } from './search.ts';

const route = getRouteApi('/$mode/webhooks/$id');
const STATES = ['pending', 'succeeded', 'failed', 'missed'];

/** The log of 30 days, newest first; missed deliveries, oldest first. */
export function Deliveries({ query }: { query: ReturnType<typeof useDeliveries> }) {
  const search = route.useSearch();
  const params = route.useParams();
  const { cursor, ...first } = search;
  const next = query.data?.next_cursor;
  return (
    <section aria-label="Deliveries">
      <h2>Deliveries</h2>
      <Filter search={first} />
      <List
        label="List of deliveries"
        query={query}
        columns={['Event', 'State', 'Last answer', 'Attempts', 'Made']}
        keyOf={({ id }) => id}
        empty={search.state ? 'No delivery on this page is in this state.' : 'No deliveries in the last 30 days. Send a test.'}
        row={(delivery) => <Cells delivery={delivery} search={search} />}
      />
      <nav className="pages" aria-label="Pages">
        {cursor !== undefined && (
          <Link className="button" to="/$mode/webhooks/$id" params={params} search={first}>
            First page
          </Link>
        )}
        {next && (
          <Link className="button" to="/$mode/webhooks/$id" params={params} search={{ ...first, cursor: next }}>
            Next page
          </Link>
        )}
      </nav>
    </section>
  );
}

export function useDeliveries(id: number) {
  const { state, cursor } = route.useSearch();
  return useQuery(deliveriesQuery(id, { ...(state && { state }), ...(cursor && { cursor }) }));
}

function Filter({ search }: { search: DeliverySearch }) {
  const navigate = route.useNavigate();
  const { state } = search;
  const states = state === undefined || STATES.includes(state) ? STATES : [...STATES, state];
  return (
    <div className="filters">
      <label>
        <span className="unseen">State</span>
        <select
          data-filter
          value={state ?? ''}
          onChange={({ target: { value } }) => void navigate({ search: value === '' ? {} : { state: value } })}
        >
          <option value="">All but missed</option>
          {states.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Cells({ delivery, search }: { delivery: Delivery; search: DeliverySearch }) {
  const { id, event, state, created_at, attempts, is_test, next_attempt_at } = delivery;
  const params = route.useParams();
  const last = attempts.at(-1);
  const isOpen = search.delivery === id;
  return (
    <>
      <th scope="row">
        <Link
          data-row={id}
          className="host"
          to="/$mode/webhooks/$id"
          params={params}
          search={{ ...search, delivery: id }}
          aria-current={isOpen || undefined}
        >
          <SafeText text={event} />
        </Link>
        {is_test && <small>test</small>}
      </th>
      <td>
        <DeliveryState state={state} />
        {next_attempt_at !== undefined && (
          <small>
            again in <Countdown to={next_attempt_at} />
          </small>
        )}
      </td>
      <td>{last ? <SafeText text={String(last.status ?? last.error ?? '–')} /> : '–'}</td>
      <td className="number">{attempts.length}</td>
      <td>
        <Moment at={created_at} />
      </td>
    </>
  );
}
