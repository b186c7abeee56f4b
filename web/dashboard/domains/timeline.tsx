import { useInfiniteQuery } from '@tanstack/react-query';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { TIMELINE_TITLES } from '../../../copy/en/dashboard-words.ts';
import { historyQuery } from '../api/domains.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { useActorName } from '../parts/hooks/actor-name.ts';
import { Moment } from '../parts/instant.tsx';
import { NextPage } from '../parts/next-page.tsx';
import { Skeleton } from '../parts/page.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { toneOf, verdictTitle } from '../parts/verdict.tsx';

type Entry = Schemas['DomainEvent'];

/** All events of a domain, newest first. */
export function Timeline({ id }: { id: number }) {
  const query = useInfiniteQuery(historyQuery(id));
  const { data, isError, error, refetch } = query;
  const entries = data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      {isError && <FailurePanel error={error} retry={() => refetch()} />}
      {!data && !isError && <Skeleton />}
      {data && entries.length === 0 && <p className="small">Nothing yet.</p>}
      <ol className="timeline">
        {entries.map((entry) => (
          <TimelineEntry key={entry.id} entry={entry} />
        ))}
      </ol>
      <NextPage query={query}>Older entries</NextPage>
    </>
  );
}

function TimelineEntry({ entry }: { entry: Entry }) {
  const { id, at, type, diagnosis, observed, evidence = [], quiet_looks, actor, request_id } = entry;
  // The timeline does not store the actor, so only live and expired states are coloured.
  const tone = toneOf({ code: diagnosis, actor: 'nobody' });
  return (
    <li className={tone}>
      <b>
        <SafeText text={Object.hasOwn(TIMELINE_TITLES, type) ? (TIMELINE_TITLES[type] ?? type) : type} />
      </b>
      <span>
        <SafeText text={verdictTitle(diagnosis)} />
        {observed !== undefined && (
          <>
            {', seen: '}
            <code>
              <SafeText text={observed} />
            </code>
          </>
        )}
      </span>
      <span className="small">
        <Moment at={at} /> by <Actor actor={actor} />
        {quiet_looks !== undefined && `, after ${quiet_looks} checks without news`}
      </span>
      <details>
        <summary>
          Details
          <span className="unseen">
            {' of '}
            <SafeText text={id} />
          </span>
        </summary>
        {evidence.map(({ asked, server, answer, at: seenAt }) => (
          <p key={`${asked} ${server} ${seenAt} ${answer}`} className="small">
            <SafeText text={server === undefined ? asked : `${asked} @ ${server}`} />
            {': '}
            <code>
              <SafeText text={answer} />
            </code>
          </p>
        ))}
        <p className="small">
          Entry{' '}
          <code>
            <SafeText text={id} />
          </code>{' '}
          <code>
            <SafeText text={type} />
          </code>
          {request_id !== undefined && (
            <>
              {', request '}
              <code>
                <SafeText text={request_id} />
              </code>
            </>
          )}
        </p>
      </details>
    </li>
  );
}

/** The name if it is still known. An unknown kind of actor is shown as the service names it. */
function Actor({ actor: { type, key_id, user_id } }: { actor: Entry['actor'] }) {
  const name = useActorName(key_id ?? user_id ?? '');
  const known = new Map([
    ['api_key', `key ${key_id ?? ''}`],
    ['user', `${user_id ?? 'a person'}`],
    ['service', 'the service'],
  ]);
  return <SafeText text={name ?? known.get(type) ?? type} />;
}
