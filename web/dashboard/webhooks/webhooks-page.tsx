import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import { type NewWebhook, type Webhook, webhooksQuery } from '../api/webhooks.ts';
import { Action } from '../parts/action.tsx';
import { Relative } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { DeliveryState } from './delivery-state.tsx';
import { EventNames } from './event-choice.tsx';
import { FirstWebhook } from './first-webhook.tsx';
import { WebhookForm } from './webhook-form.tsx';

const route = getRouteApi('/$mode/webhooks');

export function WebhooksPage() {
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery(webhooksQuery);
  // Its answer contains the secret and is not cached.
  const create = useMutation({
    gcTime: 0,
    mutationFn: (body: NewWebhook) => answerOf(client.POST('/webhooks', { body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  const close = () => {
    create.reset();
    setIsOpen(false);
  };
  return (
    <Page
      title="Webhooks"
      actions={
        <Action isMain needs="webhooks.write" onPress={() => setIsOpen(true)}>
          Add a webhook
        </Action>
      }
    >
      <List
        label="List of webhooks"
        query={query}
        columns={['Address', 'Events', 'Status', 'Last delivery']}
        keyOf={({ id }) => id}
        empty="No webhooks yet. A webhook tells your program what happens, signed."
        row={(webhook) => <Cells webhook={webhook} />}
      />
      {query.data?.data.length === 0 && <FirstWebhook />}
      {create.data && (
        <SecretOnce
          title="Webhook added"
          hint={['Your receiver verifies with it that a delivery is ours.', ...(create.data.warnings ?? [])].join(' ')}
          secrets={[['Secret', create.data.secret]]}
          close={close}
        />
      )}
      {isOpen && !create.data && (
        <WebhookForm
          title="Add a webhook"
          verb="Add"
          fields={{ url: '', description: '', events: ['*'] }}
          save={({ description, ...fields }) => create.mutate({ ...fields, ...(description && { description }) })}
          isBusy={create.isPending}
          error={create.error}
          close={close}
        />
      )}
    </Page>
  );
}

function Cells({ webhook: { id, url, description, events, status, last_delivery } }: { webhook: Webhook }) {
  const { mode } = route.useParams();
  return (
    <>
      <th scope="row">
        <Link data-row className="host" to="/$mode/webhooks/$id" params={{ mode, id: String(id) }}>
          <SafeText text={url} />
        </Link>
        {description !== undefined && (
          <small>
            <SafeText text={description} most={160} />
          </small>
        )}
      </th>
      <td>
        <EventNames events={events} />
      </td>
      <td>
        <DeliveryState state={status} />
      </td>
      <td>
        {last_delivery ? (
          <>
            <DeliveryState state={last_delivery.status} />
            <small>
              <Relative at={last_delivery.at} />
            </small>
          </>
        ) : (
          'None'
        )}
      </td>
    </>
  );
}
