import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { Schemas } from '../../../client/create-client.ts';
import { answerOf, client } from '../api/client.ts';
import { Action } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Moment } from '../parts/instant.tsx';
import { notify } from '../parts/notices.tsx';
import { Page } from '../parts/page.tsx';
import { SecretOnce } from '../parts/secret.tsx';
import { Shown } from '../parts/text.tsx';
import { Deliveries } from './deliveries.tsx';
import { WebhookStatus } from './webhooks-page.tsx';

const route = getRouteApi('/$mode/webhooks/$id');
const ASKED_MS = 15_000;
const OVERLAP_HOURS = 24;

type Webhook = Schemas['Webhook'];
/** Why it is disabled, in words. */
const BECAUSE: Record<string, string> = {
  asked: 'You have disabled it.',
  gone: 'Its receiver answered that it is gone (410).',
  failing: 'Its receiver has failed for too long.',
};

export function WebhookPage() {
  const id = Number(route.useParams().id);
  const webhook = useQuery({
    queryKey: ['webhook', id],
    queryFn: () => answerOf(client.GET('/webhooks/{id}', { params: { path: { id } } })),
    refetchInterval: ASKED_MS,
  });
  return (
    <Page title="Webhook">
      {webhook.isError && <FailurePanel error={webhook.error} retry={() => webhook.refetch()} />}
      {webhook.data && (
        <>
          <Facts webhook={webhook.data} />
          <Actions webhook={webhook.data} />
          <Deliveries webhookId={id} />
        </>
      )}
    </Page>
  );
}

function Facts({ webhook: { url, events, status, disabled, previous_secret_ends_at } }: { webhook: Webhook }) {
  return (
    <dl className="facts">
      <div>
        <dt>Address</dt>
        <dd>
          <Shown text={url} />
        </dd>
      </div>
      <div>
        <dt>Events</dt>
        <dd>
          <Shown text={events.join(', ')} />
        </dd>
      </div>
      <div>
        <dt>Status</dt>
        <dd>
          <WebhookStatus status={status} />
          {disabled && (
            <small>
              {' '}
              since <Moment at={disabled.at} />. <Shown text={BECAUSE[disabled.because] ?? disabled.because} />
            </small>
          )}
        </dd>
      </div>
      {previous_secret_ends_at !== undefined && (
        <div>
          <dt>Former secret</dt>
          <dd>
            works until <Moment at={previous_secret_ends_at} />
          </dd>
        </div>
      )}
    </dl>
  );
}

type Asked = 'rotate' | 'delete';

function Actions({ webhook: { id, status } }: { webhook: Webhook }) {
  const queries = useQueryClient();
  const { mode } = route.useParams();
  const navigate = route.useNavigate();
  const [asked, setAsked] = useState<Asked>();
  const params = { path: { id } };
  const askAgain = () => queries.invalidateQueries({ queryKey: ['webhook', id] });
  const test = useMutation({
    mutationFn: () => answerOf(client.POST('/webhooks/{id}/test', { params, body: {} })),
    onSuccess: ({ state }) => {
      notify(`Test: ${state}`);
      return askAgain();
    },
  });
  const change = useMutation({
    mutationFn: (next: 'active' | 'disabled') => answerOf(client.PATCH('/webhooks/{id}', { params, body: { status: next } })),
    onSuccess: askAgain,
  });
  const rotate = useMutation({
    gcTime: 0,
    mutationFn: () => answerOf(client.POST('/webhooks/{id}/rotate-secret', { params, body: { overlap_hours: OVERLAP_HOURS } })),
    onSuccess: askAgain,
  });
  const remove = useMutation({
    mutationFn: () => answerOf(client.DELETE('/webhooks/{id}', { params })),
    onSuccess: async () => {
      notify('Webhook deleted');
      await navigate({ to: '/$mode/webhooks', params: { mode } });
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  const close = () => {
    rotate.reset();
    remove.reset();
    setAsked(undefined);
  };
  const isActive = status === 'active';
  return (
    <>
      <div className="actions">
        <Action isMain needs="webhooks.write" isBusy={test.isPending} onPress={() => test.mutate()}>
          Send a test
        </Action>
        <Action needs="webhooks.write" isBusy={change.isPending} onPress={() => change.mutate(isActive ? 'disabled' : 'active')}>
          {isActive ? 'Disable' : 'Enable'}
        </Action>
        <Action needs="webhooks.write" onPress={() => setAsked('rotate')}>
          Rotate the secret
        </Action>
        <Action needs="webhooks.write" isDangerous onPress={() => setAsked('delete')}>
          Delete
        </Action>
      </div>
      {(test.error ?? change.error) && <FailurePanel error={test.error ?? change.error} />}
      {rotate.data && (
        <SecretOnce
          title="New secret"
          hint={`Deliveries are signed by both for ${OVERLAP_HOURS} hours.`}
          secrets={[['Secret', rotate.data.secret]]}
          close={close}
        />
      )}
      {asked === 'rotate' && !rotate.data && (
        <Confirm
          title="Rotate the secret?"
          verb="Rotate"
          isBusy={rotate.isPending}
          error={rotate.error}
          confirm={() => rotate.mutate()}
          close={close}
        >
          <p>Deliveries are signed by the old and the new secret for {OVERLAP_HOURS} hours.</p>
        </Confirm>
      )}
      {asked === 'delete' && (
        <Confirm
          title="Delete this webhook?"
          verb="Delete"
          isBusy={remove.isPending}
          error={remove.error}
          confirm={() => remove.mutate()}
          close={close}
        >
          <p>Its receiver gets nothing more, and its deliveries are gone.</p>
        </Confirm>
      )}
    </>
  );
}
