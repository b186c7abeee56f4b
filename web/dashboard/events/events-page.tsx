import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { eventsQuery } from '../api/events.ts';
import { Moment } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { Page } from '../parts/page.tsx';
import { Code, SafeText } from '../parts/text/text.tsx';
import type { EventSearch } from './search.ts';

const route = getRouteApi('/$mode/events');
const PAGE_SIZE = 50;

export function EventsPage() {
  const search = route.useSearch();
  const { event, domain, cursor } = search;
  const query = useQuery({
    ...eventsQuery({
      limit: PAGE_SIZE,
      ...(event !== undefined && { event }),
      ...(domain !== undefined && { domain_id: Number(domain) }),
      ...(cursor !== undefined && { cursor }),
    }),
    placeholderData: keepPreviousData,
  });
  const { mode } = route.useParams();
  return (
    <Page title="Events">
      <Filters search={search} />
      <List
        label="List of events"
        query={query}
        columns={['Event', 'Domain', 'When', 'Body']}
        keyOf={({ id }) => id}
        empty="No event matches. The log keeps 30 days."
        row={(each) => (
          <>
            <th scope="row">
              <code>
                <SafeText text={each.event} />
              </code>
            </th>
            <td>
              {each.domain_id === undefined ? (
                '–'
              ) : (
                <Link to="/$mode/domains/$id" params={{ mode, id: String(each.domain_id) }}>
                  {each.domain_id}
                </Link>
              )}
            </td>
            <td>
              <Moment at={each.created_at} />
            </td>
            <td>
              <details>
                <summary>
                  Show<span className="unseen"> {each.id}</span>
                </summary>
                <Code text={JSON.stringify(each, null, 2)} label={`Body of ${each.id}`} />
              </details>
            </td>
          </>
        )}
      />
      <nav className="pages" aria-label="Pages">
        {cursor !== undefined && (
          <Link className="button" to="/$mode/events" params={{ mode }} search={withoutCursor(search)}>
            First page
          </Link>
        )}
        {query.data?.next_cursor && query.data.data.length > 0 && (
          <Link className="button" to="/$mode/events" params={{ mode }} search={{ ...search, cursor: query.data.next_cursor }}>
            Next page
          </Link>
        )}
      </nav>
    </Page>
  );
}

function withoutCursor({ cursor: _, ...search }: EventSearch): EventSearch {
  return search;
}

function Filters({ search }: { search: EventSearch }) {
  const navigate = route.useNavigate();
  const { event: chosen, domain } = search;
  const isKnown = EVENT_NAMES.some((name) => name === chosen);
  const names: readonly string[] = chosen === undefined || isKnown ? EVENT_NAMES : [...EVENT_NAMES, chosen];
  return (
    <div className="filters">
      <label>
        <span className="unseen">Event</span>
        <select
          data-filter
          value={chosen ?? ''}
          onChange={(change) => {
            const { event: _, ...others } = withoutCursor(search);
            const { value } = change.target;
            void navigate({ search: value === '' ? others : { ...others, event: value } });
          }}
        >
          <option value="">All events</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {domain !== undefined && (
        <span>
          of domain <SafeText text={domain} />
        </span>
      )}
    </div>
  );
}
