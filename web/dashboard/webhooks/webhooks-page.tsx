import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../client/create-client.ts';
import { EVENT_NAMES } from '../../../contract/api/events.ts';
import { answerOf, client } from '../api/client.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Relative } from '../parts/instant.tsx';
import { List } from '../parts/list.tsx';
import { Modal } from '../parts/modal.tsx';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret.tsx';
import { Shown } from '../parts/text.tsx';

const route = getRouteApi('/$mode/webhooks');
type NewWebhook = Schemas['CreateWebhookRequest'];

export function WebhooksPage() {
  const { mode } = route.useParams();
  const queries = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery({
    queryKey: ['webhooks'],
    queryFn: () => answerOf(client.GET('/webhooks', { params: { query: { limit: 100 } } })),
    refetchInterval: 30_000,
  });
  // Its answer has the secret: no cache keeps it.
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
        row={({ id, url, events, status, last_delivery }) => (
          <>
            <th scope="row">
              <Link data-row className="host" to="/$mode/webhooks/$id" params={{ mode, id: String(id) }}>
                <Shown text={url} />
              </Link>
            </th>
            <td>
              <Shown text={events.join(', ')} />
            </td>
            <td>
              <WebhookStatus status={status} />
            </td>
            <td>
              {last_delivery ? (
                <>
                  <WebhookStatus status={last_delivery.status} />{' '}
                  <small>
                    <Relative at={last_delivery.at} />
                  </small>
                </>
              ) : (
                'None'
              )}
            </td>
          </>
        )}
      />
      {create.data && (
        <SecretOnce
          title="Webhook added"
          hint="Your receiver verifies with it that a delivery is ours."
          secrets={[['Secret', create.data.secret]]}
          close={close}
        />
      )}
      {isOpen && !create.data && <AddDialog add={create.mutate} isBusy={create.isPending} error={create.error} close={close} />}
    </Page>
  );
}

const TONES: Record<string, string> = { active: 'good', succeeded: 'good', disabled: 'bad', failed: 'bad', missed: 'bad' };

export function WebhookStatus({ status }: { status: string }) {
  return (
    <span className={TONES[status]}>
      <Shown text={status} />
    </span>
  );
}

interface AddDialogProps {
  add: (body: NewWebhook) => void;
  isBusy: boolean;
  error: unknown;
  close: () => void;
}

function AddDialog({ add, isBusy, error, close }: AddDialogProps) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<readonly string[]>([]);
  return (
    <Modal title="Add a webhook" isOpen setIsOpen={close} isKept>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add({ url: url.trim(), events: (events.length === 0 ? ['*'] : [...events]) as NewWebhook['events'] });
        }}
      >
        <label className="field">
          <span>Address of your receiver</span>
          <input
            type="url"
            required
            placeholder="https://"
            value={url}
            autoComplete="off"
            onChange={(event) => setUrl(event.target.value)}
          />
        </label>
        <label className="field">
          <span>Events; none chosen: all of them</span>
          <select
            multiple
            size={6}
            value={[...events]}
            onChange={(event) => setEvents([...event.target.selectedOptions].map(({ value }) => value))}
          >
            {EVENT_NAMES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        {!!error && <FailurePanel error={error} />}
        <div className="actions">
          <Action submits isMain isBusy={isBusy}>
            Add
          </Action>
          <Action onPress={close}>Cancel</Action>
        </div>
      </form>
    </Modal>
  );
}
