import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type Arrival, arrivalsQuery } from '../api/arrivals.ts';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Relative } from '../parts/instant.tsx';
import { Skeleton } from '../parts/page.tsx';
import { Code, SafeText } from '../parts/text/text.tsx';

export function Arrivals() {
  const { mode } = getRouteApi('/$mode').useParams();
  const { data, isError, error, isPending, refetch } = useQuery(arrivalsQuery);
  return (
    <section aria-label="Webhooks that arrive" className="box">
      <div className="labelled">
        <h2>What your program is told</h2>
        {data?.webhooks === 0 && (
          <Link to="/$mode/webhooks" params={{ mode }}>
            Add a webhook
          </Link>
        )}
      </div>
      {isError && <FailurePanel error={error} retry={() => refetch()} />}
      {isPending && <Skeleton />}
      {data?.arrivals.length === 0 && (
        <p className="small" role="status">
          Waiting for the first event. It stands here within seconds.
        </p>
      )}
      <ul className="lines">
        {data?.arrivals.map((arrival) => (
          <ArrivalLine key={arrival.event.id} arrival={arrival} />
        ))}
      </ul>
    </section>
  );
}

function ArrivalLine({ arrival: { event, receiver, state, answer } }: { arrival: Arrival }) {
  const tone = state === 'succeeded' ? 'good' : state === 'failed' && 'bad';
  return (
    <li>
      <div className="labelled">
        <span>
          <code>
            <SafeText text={event.event} />
          </code>{' '}
          <span className={tone || 'small'}>
            {receiver === undefined ? (
              'no webhook takes it yet'
            ) : (
              <SafeText text={`${state} at ${receiver}${answer === undefined ? '' : `, answered ${answer}`}`} most={200} />
            )}
          </span>
        </span>
        <span className="small">
          <Relative at={event.created_at} />
        </span>
      </div>
      <details>
        <summary>
          The signed request
          <span className="unseen">
            {' of '}
            <SafeText text={event.id} />
          </span>
        </summary>
        <Code text={requestOf(event, receiver)} label={`Request of ${event.id}`} />
        <p className="small">
          Your program makes both signatures again with the secret of its webhook, and compares. No page has the secret.
        </p>
      </details>
    </li>
  );
}

/** As in docs/guides/webhooks.md. The signatures need the secret, which is shown only once, when the webhook is created. */
function requestOf(event: Arrival['event'], receiver = 'https://your.program/hooks'): string {
  const seconds = Math.floor(Date.parse(event.created_at) / 1000);
  return [
    `POST ${receiver}`,
    'content-type: application/json',
    `webhook-id: ${event.id}`,
    `webhook-timestamp: ${seconds}`,
    'webhook-signature: v1,<HMAC-SHA256 of id, time and body, in base64>',
    'x-service-signature: <HMAC-SHA256 of the body>',
    '',
    JSON.stringify(event, null, 2),
  ].join('\n');
}
