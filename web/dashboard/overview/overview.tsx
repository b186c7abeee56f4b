import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ACTOR_WORDS } from '../../../copy/en/dashboard-words.ts';
import { type Actor, countsQuery, type Domain, oldestQuery, serversQuery } from '../api/domains.ts';
import { tailQuery } from '../api/events.ts';
import { NameCheck } from '../domains/name-check.tsx';
import { SEND_HASH } from '../domains/search.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { codeQuery } from '../parts/hooks/code.ts';
import { Relative } from '../parts/instant.tsx';
import { Page, Skeleton } from '../parts/page.tsx';
import { countText } from '../parts/text/english-text.ts';
import { Hostname, SafeText } from '../parts/text/text.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { hasFewDomains, stepsCode } from './first-steps-code.ts';

const route = getRouteApi('/$mode/');
const ACTORS = Object.keys(ACTOR_WORDS) as Actor[];
/** The first action for each actor. */
const BUTTONS: Record<Actor, string> = { integrator: 'Fix it', customer: 'Send the record', service: 'See why', nobody: 'Open' };

/** `Overview` made the request, so its parts do not retry a failed one. */
const ASKED_ABOVE = { retryOnMount: false };

export async function readOverview(queries: QueryClient): Promise<void> {
  await Promise.all([
    queries.prefetchQuery(countsQuery),
    ...ACTORS.map((actor) => queries.prefetchQuery(oldestQuery(actor))),
    queries.prefetchQuery(serversQuery),
    queries.prefetchQuery(tailQuery),
  ]);
  const counts = queries.getQueryData(countsQuery.queryKey);
  if (counts && hasFewDomains(counts.by_actor)) await queries.prefetchQuery(codeQuery(stepsCode));
}

/** The overview as a work queue: what waits for whom. */
export function Overview() {
  const counts = useQuery(countsQuery);
  // Requests all data at once. api/early.ts has already done so before this code loaded.
  const oldest = useQueries({ queries: ACTORS.map(oldestQuery) });
  useQuery(serversQuery);
  useQuery(tailQuery);
  const byActor = counts.data?.by_actor;
  const isFew = byActor !== undefined && hasFewDomains(byActor);
  const steps = useQuery({ ...codeQuery(stepsCode), enabled: isFew });
  // The counts decide between two pages. A switch would lose what was typed.
  if (counts.isPending || (isFew && steps.isPending)) {
    return (
      <Page title="Overview">
        <Skeleton lines={8} />
      </Page>
    );
  }
  if (isFew) {
    const known = oldest.every(({ data }) => data) ? oldest.flatMap(({ data = [] }) => data) : undefined;
    return (
      <Page title="Overview">
        {steps.isError && <FailurePanel error={steps.error} retry={() => steps.refetch()} />}
        {steps.data && <steps.data.FirstSteps known={known} />}
      </Page>
    );
  }
  return (
    <Page title="Overview">
      {counts.isError && <FailurePanel error={counts.error} retry={() => counts.refetch()} />}
      <div className="columns">
        {ACTORS.map((actor) => (
          <Column key={actor} actor={actor} count={byActor?.[actor]} />
        ))}
      </div>
      <div className="below">
        <NameCheck rows={2} heading="Check a hostname" />
        <Tail />
      </div>
    </Page>
  );
}

function Column({ actor, count }: { actor: Actor; count: number | undefined }) {
  const { mode } = route.useParams();
  const { title, empty } = ACTOR_WORDS[actor];
  const oldest = useQuery({ ...oldestQuery(actor), ...ASKED_ABOVE });
  return (
    <section className="column" aria-label={title}>
      <Link className={`tile ${actor}`} to="/$mode/domains" params={{ mode }} search={{ actor }}>
        <b>{countText(count)}</b>
        <span>{title}</span>
      </Link>
      {oldest.isError && <FailurePanel error={oldest.error} retry={() => oldest.refetch()} />}
      {oldest.isPending && <Skeleton />}
      {oldest.data?.length === 0 && <p className="small">{empty}</p>}
      <ul className="queue">
        {oldest.data?.map((domain) => (
          <Waiting key={domain.id} domain={domain} actor={actor} />
        ))}
      </ul>
    </section>
  );
}

function Waiting({ domain: { id, url, url_unicode, diagnosis, expires_at }, actor }: { domain: Domain; actor: Actor }) {
  const { mode } = route.useParams();
  const to = { to: '/$mode/domains/$id', params: { mode, id: String(id) }, search: { actor } } as const;
  return (
    <li>
      <p className="host">
        <Hostname url={url} unicode={url_unicode} />
      </p>
      <Verdict diagnosis={diagnosis} />
      {actor !== 'nobody' && diagnosis.since !== undefined && (
        <p className="small">
          Since <Relative at={diagnosis.since} />
        </p>
      )}
      {diagnosis.code !== 'ok' && (
        <p className="fix">
          <SafeText text={diagnosis.fix.text} most={240} />
        </p>
      )}
      {expires_at !== undefined && (
        <p className="fix">
          {diagnosis.code === 'ok' ? 'Expires' : 'Its certificate ends'} <Relative at={expires_at} />
        </p>
      )}
      <Link
        className="button"
        {...to}
        {...(actor === 'customer' && { hash: SEND_HASH })}
        aria-label={`${BUTTONS[actor]}: ${url}`}
      >
        {BUTTONS[actor]}
      </Link>
    </li>
  );
}

function Tail() {
  const { mode } = route.useParams();
  const events = useQuery({ ...tailQuery, ...ASKED_ABOVE });
  return (
    <section aria-label="Latest events" className="box">
      <div className="labelled">
        <h2>Latest events</h2>
        <Link to="/$mode/events" params={{ mode }}>
          All events
        </Link>
      </div>
      {events.isError && <FailurePanel error={events.error} retry={() => events.refetch()} />}
      {events.isPending && <Skeleton />}
      {events.data?.length === 0 && <p className="small">Nothing in the last 24 hours.</p>}
      <ul className="lines">
        {events.data?.map((event) => (
          <li key={event.id} className="labelled">
            <span>
              <code>
                <SafeText text={event.event} />
              </code>{' '}
              {event.domain_id !== undefined && (
                <Link to="/$mode/domains/$id" params={{ mode, id: String(event.domain_id) }}>
                  <SafeText text={nameIn(event.data) ?? `domain ${event.domain_id}`} most={80} />
                </Link>
              )}
            </span>
            <span className="small">
              <Relative at={event.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The hostname in an event's body, whose shape is not guaranteed. */
function nameIn({ domain }: Record<string, unknown>): string | undefined {
  const url = typeof domain === 'object' && domain !== null && 'url' in domain && domain.url;
  return typeof url === 'string' ? url : undefined;
}
