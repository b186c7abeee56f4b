import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { answerOf, client } from '../api/client.ts';
import { isGone } from '../api/failure.ts';
import { type Delivery, deliveryQuery } from '../api/webhooks.ts';
import { Action } from '../parts/action.tsx';
import { Copy } from '../parts/copy.tsx';
import { Countdown } from '../parts/countdown.tsx';
import { Fact } from '../parts/fact.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { useReturnToRow } from '../parts/hooks/panel.ts';
import { Icon } from '../parts/icons.tsx';
import { Moment } from '../parts/instant.tsx';
import { notify } from '../parts/notices.tsx';
import { Skeleton } from '../parts/page.tsx';
import { Code, SafeText } from '../parts/text/text.tsx';
import { DeliveryState, failureText } from './delivery-state.tsx';

const route = getRouteApi('/$mode/webhooks/$id');

interface DeliveryPanelProps {
  webhookId: number;
  id: string;
  /** The list entry, if the visible page has it. */
  listed: Delivery | undefined;
}

/** A delivery beside the list: its state, each attempt with the reply, and what was sent. */
export function DeliveryPanel({ webhookId, id, listed }: DeliveryPanelProps) {
  const query = useQuery(deliveryQuery(webhookId, id, listed));
  const { data: delivery = listed, error } = query;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);
  useReturnToRow(id);
  const isNone = !listed && isGone(error);
  return (
    <aside className="panel" aria-label="Delivery">
      <header className="panel-head">
        <h2 tabIndex={-1} ref={heading}>
          {delivery && <SafeText text={delivery.event} />}
          {!delivery && (isNone ? 'No such delivery' : 'Loading')}
        </h2>
        <CloseLink />
      </header>
      {isNone && <p>It is older than 30 days, or was missed and never sent: filter the list by “missed”.</p>}
      {error && !isNone && <FailurePanel error={error} retry={() => query.refetch()} />}
      {!delivery && !error && <Skeleton lines={6} />}
      {delivery && <Details webhookId={webhookId} delivery={delivery} hasBody={!query.isPending} />}
    </aside>
  );
}

function CloseLink() {
  const params = route.useParams();
  const { delivery: _, ...search } = route.useSearch();
  return (
    <Link data-close className="icon-button" to="/$mode/webhooks/$id" params={params} search={search} aria-label="Close">
      <Icon name="close" />
    </Link>
  );
}

interface DetailsProps {
  webhookId: number;
  delivery: Omit<Delivery, 'body'> & { body?: unknown };
  hasBody: boolean;
}

function Details({ webhookId, delivery, hasBody }: DetailsProps) {
  const { event_id, state, failure, domain_id, created_at, next_attempt_at, attempts, body, is_test } = delivery;
  const { mode } = route.useParams();
  return (
    <>
      <p className="title">
        <DeliveryState state={state} />
      </p>
      {failure !== undefined && (
        <p>
          <SafeText text={failureText(failure)} />
        </p>
      )}
      {state === 'missed' && <p>Never sent: the webhook was disabled, or did not subscribe to it yet.</p>}
      {next_attempt_at !== undefined && (
        <p>
          Next attempt in <Countdown to={next_attempt_at} />.
        </p>
      )}
      {state !== 'pending' && !is_test && <Redeliver webhookId={webhookId} delivery={delivery} />}
      <dl className="facts">
        <Fact name="Event">
          <code>
            <SafeText text={event_id} />
          </code>{' '}
          <Copy text={event_id} what="Event id" />
        </Fact>
        <Fact name="Made">
          <Moment at={created_at} />
        </Fact>
        {domain_id !== undefined && (
          <Fact name="Domain">
            <Link to="/$mode/domains/$id" params={{ mode, id: String(domain_id) }}>
              {domain_id}
            </Link>
          </Fact>
        )}
      </dl>
      <Attempts attempts={attempts} />
      <h3>Headers</h3>
      <Code text={headersOf(delivery)} label="Headers" />
      <h3>Body</h3>
      {!hasBody && <Skeleton lines={4} />}
      {hasBody && (body === undefined ? <NoBody /> : <Body body={body} />)}
    </>
  );
}

function NoBody() {
  return <p className="small">Your role may not read domains, and so not what is said of them.</p>;
}

function Body({ body }: { body: unknown }) {
  const text = JSON.stringify(body, null, 2);
  return (
    <>
      <Code text={text} label="Body" />
      <Copy text={JSON.stringify(body)} what="Body" />
    </>
  );
}

const SECOND_MS = 1000;

/** Headers of the last attempt, without the signatures, which are not stored. */
function headersOf({ id, event, event_id, attempts, is_test }: Omit<Delivery, 'body'>): string {
  const last = attempts.at(-1);
  const sentAt = last ? Math.floor(Date.parse(last.at) / SECOND_MS) : 'seconds since 1970';
  return [
    `webhook-id: ${event_id}`,
    `webhook-timestamp: ${sentAt}`,
    'webhook-signature: v1,•••',
    'x-service-signature: sha256=•••',
    `x-service-event: ${event}`,
    `x-service-delivery: ${id}`,
    ...(is_test ? ['x-service-test: true'] : []),
  ].join('\n');
}

function Attempts({ attempts }: { attempts: Delivery['attempts'] }) {
  if (attempts.length === 0) return null;
  return (
    <>
      <h3>{attempts.length === 1 ? 'One attempt' : `${attempts.length} attempts, the last first`}</h3>
      <ol className="timeline">
        {attempts.toReversed().map(({ at, milliseconds, status, error, reply }) => (
          <li key={at}>
            <b className={status !== undefined && status >= 200 && status < 300 ? 'good' : 'bad'}>
              <SafeText text={status === undefined ? (error ?? 'no answer') : `Answered ${status}`} />
            </b>
            <span>
              <Moment at={at} /> in {milliseconds.toLocaleString('en')} ms
            </span>
            {reply !== undefined && <Code text={reply} label={`Reply at ${at}`} />}
          </li>
        ))}
      </ol>
    </>
  );
}

function Redeliver({ webhookId: id, delivery: { id: delivery_id, event_id, state } }: Omit<DetailsProps, 'hasBody'>) {
  const queries = useQueryClient();
  const redeliver = useMutation({
    mutationFn: () =>
      answerOf(
        client.POST('/webhooks/{id}/deliveries/{delivery_id}/redeliver', {
          params: { path: { id, delivery_id } },
          // A missed event has no delivery yet, so the event's id identifies it.
          body: state === 'missed' ? { event_id } : {},
        }),
      ),
    onSuccess: () => {
      notify('Sent again');
      return queries.invalidateQueries({ queryKey: ['webhook', id] });
    },
  });
  return (
    <>
      <div className="actions">
        <Action isMain needs="webhooks.write" isBusy={redeliver.isPending} onPress={() => redeliver.mutate()}>
          Redeliver
        </Action>
      </div>
      {redeliver.error && <FailurePanel error={redeliver.error} />}
    </>
  );
}
