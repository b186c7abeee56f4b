import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ACTOR_WORDS } from '../../../copy/en/dashboard-words.ts';
import { type Actor, countsQuery, type Domain, oldestQuery } from '../api/domains.ts';
import { tailQuery } from '../api/events.ts';
import { NameCheck } from '../domains/name-check.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Relative } from '../parts/instant.tsx';
import { Page, Skeleton } from '../parts/page.tsx';
import { Hostname, Shown } from '../parts/text.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { FirstSteps } from './first-steps.tsx';

const route = getRouteApi('/$mode/');
const ACTORS = Object.keys(ACTOR_WORDS) as Actor[];
/** What is done about it first. */
const BUTTONS: Record<Actor, string> = { integrator: 'Fix it', customer: 'Send the record', service: 'See why', nobody: 'Open' };

/** What waits for whom: a queue of work, and no picture of charts. */
export function Overview() {
  const counts = useQuery(countsQuery);
  const byActor = counts.data?.by_actor;
  const isEmpty = byActor !== undefined && ACTORS.every((actor) => !byActor[actor]);
  return (
    <Page title="Overview">
      {counts.isError && <FailurePanel error={counts.error} retry={() => counts.refetch()} />}
      {isEmpty ? (
        <FirstSteps />
      ) : (
        <div className="columns">
          {ACTORS.map((actor) => (
            <Column key={actor} actor={actor} count={byActor?.[actor]} />
          ))}
        </div>
      )}
      <NameCheck rows={2} heading={isEmpty ? 'In the browser' : 'Check a hostname'} />
      <Tail />
    </Page>
  );
}

function Column({ actor, count }: { actor: Actor; count: number | undefined }) {
  const { mode } = route.useParams();
  const { title, empty } = ACTOR_WORDS[actor];
  const oldest = useQuery(oldestQuery(actor));
  return (
    <section className="column" aria-label={title}>
      <Link className={`tile ${actor}`} to="/$mode/domains" params={{ mode }} search={{ actor }}>
        <b>{count?.toLocaleString('en') ?? '–'}</b>
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

function Waiting({ domain: { id, url, url_unicode, diagnosis }, actor }: { domain: Domain; actor: Actor }) {
  const { mode } = route.useParams();
  const to = { to: '/$mode/domains/$id', params: { mode, id: String(id) }, search: { actor } } as const;
  return (
    <li>
      <p className="host">
        <Hostname url={url} unicode={url_unicode} />
      </p>
      <Verdict diagnosis={diagnosis} />
      {diagnosis.code !== 'ok' && (
        <p className="fix">
          <Shown text={diagnosis.fix.text} most={240} />
        </p>
      )}
      <Link className="button" {...to} aria-label={`${BUTTONS[actor]}: ${url}`}>
        {BUTTONS[actor]}
      </Link>
    </li>
  );
}

function Tail() {
  const { mode } = route.useParams();
  const events = useQuery(tailQuery);
  return (
    <section aria-label="Latest events">
      <h2>Latest events</h2>
      {events.isError && <FailurePanel error={events.error} retry={() => events.refetch()} />}
      {events.isPending && <Skeleton />}
      {events.data?.length === 0 && <p className="small">Nothing in the last 24 hours.</p>}
      <ul className="tail">
        {events.data?.map(({ id, event, domain_id, created_at }) => (
          <li key={id}>
            <code>
              <Shown text={event} />
            </code>{' '}
            {domain_id !== undefined && (
              <Link to="/$mode/domains/$id" params={{ mode, id: String(domain_id) }}>
                domain {domain_id}
              </Link>
            )}{' '}
            <Relative at={created_at} />
          </li>
        ))}
      </ul>
    </section>
  );
}
