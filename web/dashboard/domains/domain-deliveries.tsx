import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { deliveriesOfDomainQuery } from '../api/deliveries-of-domain.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment } from '../parts/instant.tsx';
import { Skeleton } from '../parts/page.tsx';
import { SafeText } from '../parts/text/text.tsx';

const TONES: Record<string, string> = { succeeded: 'good', failed: 'bad', missed: 'bad' };

export function DomainDeliveries({ id }: { id: number }) {
  const { mode } = getRouteApi('/$mode').useParams();
  const query = useQuery(deliveriesOfDomainQuery(id));
  const { data, isError, error, refetch } = query;
  if (isError) return <FailurePanel error={error} retry={() => refetch()} />;
  if (!data) return <Skeleton />;
  if (data.webhooks === 0) {
    return (
      <p className="small">
        No webhook is set up.{' '}
        <Link to="/$mode/webhooks" params={{ mode }}>
          Add one
        </Link>{' '}
        to be told what becomes of this domain.
      </p>
    );
  }
  return (
    <>
      {data.deliveries.length === 0 && <p className="small">Nothing was sent about this domain lately.</p>}
      <ul className="lines">
        {data.deliveries.map(({ webhook, delivery: { id: deliveryId, event, state, created_at, attempts } }) => {
          const last = attempts.at(-1);
          return (
            <li key={`${webhook.id} ${deliveryId}`}>
              <span>
                <code>
                  <SafeText text={event} />
                </code>{' '}
                <span className={TONES[state]}>
                  <SafeText text={state} />
                </span>
              </span>
              <span className="small">
                <Moment at={created_at} /> to{' '}
                <Link to="/$mode/webhooks/$id" params={{ mode, id: String(webhook.id) }}>
                  <SafeText text={webhook.url} most={80} />
                </Link>
                {last && (
                  <>
                    , {attempts.length === 1 ? '1 attempt' : `${attempts.length} attempts`}, last answer{' '}
                    <SafeText text={String(last.status ?? last.error ?? '–')} />
                  </>
                )}
              </span>
            </li>
          );
        })}
      </ul>
      {data.hasMore && <p className="small">There may be older ones: the list of a webhook’s deliveries has them.</p>}
    </>
  );
}
