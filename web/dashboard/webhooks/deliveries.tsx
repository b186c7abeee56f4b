import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../client/create-client.ts';
import { answerOf, client } from '../api/client.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { notify } from '../parts/notices.tsx';
import { Shown } from '../parts/text.tsx';
import { WebhookStatus } from './webhooks-page.tsx';

const STATES = ['pending', 'succeeded', 'failed', 'missed'] as const;
const ASKED_MS = 10_000;
type Delivery = Schemas['Delivery'];

export function Deliveries({ webhookId: id }: { webhookId: number }) {
  const [state, setState] = useState<(typeof STATES)[number]>();
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: ['webhook', id, 'deliveries', state],
    queryFn: () =>
      answerOf(
        client.GET('/webhooks/{id}/deliveries', { params: { path: { id }, query: { limit: 50, ...(state && { state }) } } }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ASKED_MS,
  });
  const redeliver = useMutation({
    mutationFn: ({ id: delivery_id, event_id, state: of }: Delivery) =>
      answerOf(
        client.POST('/webhooks/{id}/deliveries/{delivery_id}/redeliver', {
          params: { path: { id, delivery_id } },
          // One that was never sent has no delivery yet: its event names it.
          body: of === 'missed' ? { event_id } : {},
        }),
      ),
    onSuccess: () => {
      notify('Sent again');
      return queries.invalidateQueries({ queryKey: ['webhook', id] });
    },
  });
  return (
    <section aria-label="Deliveries">
      <h2>Deliveries</h2>
      <div className="filters">
        <label>
          <span className="unseen">State</span>
          <select
            data-filter
            value={state ?? ''}
            onChange={(event) => setState(STATES.find((each) => each === event.target.value))}
          >
            <option value="">All states</option>
            {STATES.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
      </div>
      {redeliver.error && <FailurePanel error={redeliver.error} />}
      <List
        label="List of deliveries"
        query={query}
        columns={['Event', 'State', 'Made', 'Attempts', 'Actions']}
        keyOf={(delivery) => delivery.id}
        empty="No deliveries of the last 30 days match."
        row={(delivery) => <DeliveryCells delivery={delivery} redeliver={() => redeliver.mutate(delivery)} />}
      />
    </section>
  );
}

function DeliveryCells({ delivery, redeliver }: { delivery: Delivery; redeliver: () => void }) {
  const { event, event_id, state, failure, created_at, attempts, is_test } = delivery;
  return (
    <>
      <th scope="row">
        <code>
          <Shown text={event} />
        </code>
        {is_test && <small>test</small>}
      </th>
      <td>
        <WebhookStatus status={state} />
        {failure !== undefined && (
          <small>
            <Shown text={failure} />
          </small>
        )}
      </td>
      <td>
        <Moment at={created_at} />
      </td>
      <td>
        <details>
          <summary>
            {attempts.length}
            <span className="unseen"> of {event_id}</span>
          </summary>
          <ol>
            {attempts.map(({ at, milliseconds, status, error, reply }) => (
              <li key={at}>
                <Moment at={at} />: <Shown text={String(status ?? error ?? '–')} /> in {milliseconds} ms
                {reply !== undefined && (
                  <small>
                    <code>
                      <Shown text={reply} />
                    </code>
                  </small>
                )}
              </li>
            ))}
          </ol>
        </details>
      </td>
      <td>
        {state !== 'pending' && !is_test && (
          <Action about={event_id} needs="webhooks.write" onPress={redeliver}>
            Redeliver
          </Action>
        )}
      </td>
    </>
  );
}
