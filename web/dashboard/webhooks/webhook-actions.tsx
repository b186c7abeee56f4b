import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf, client } from '../api/client.ts';
import type { Webhook } from '../api/webhooks.ts';
import { Action } from '../parts/action.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { notify } from '../parts/notices.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { TestDialog } from './test-dialog.tsx';

const route = getRouteApi('/$mode/webhooks/$id');
type Asked = 'test' | 'replay' | 'edit' | 'rotate' | 'disable' | 'delete';

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const { id } = webhook;
  const [asked, setAsked] = useState<Asked>();
  const close = () => setAsked(undefined);
  const isActive = webhook.status === 'active';
  return (
    <>
      <div className="actions">
        <Action isMain={isActive} needs="webhooks.write" onPress={() => setAsked('test')}>
          Send a test
        </Action>
        <Action needs="webhooks.write" onPress={() => setAsked('replay')}>
          Replay
        </Action>
        <Action needs="webhooks.write" onPress={() => setAsked('edit')}>
          Edit
        </Action>
        <Action needs="webhooks.write" onPress={() => setAsked('rotate')}>
          Rotate the secret
        </Action>
        {isActive && (
          <Action needs="webhooks.write" onPress={() => setAsked('disable')}>
            Disable
          </Action>
        )}
        <Action needs="webhooks.write" isDangerous onPress={() => setAsked('delete')}>
          Delete
        </Action>
      </div>
      {asked === 'test' && <TestDialog id={id} close={close} />}
      {asked === 'replay' && <ReplayDialog id={id} close={close} />}
      {asked === 'edit' && <EditWebhook webhook={webhook} close={close} />}
      {asked === 'rotate' && <RotateSecret id={id} close={close} />}
      {asked === 'disable' && <Disable id={id} close={close} />}
      {asked === 'delete' && <Delete webhook={webhook} close={close} />}
    </>
  );
}

function Disable({ id, close }: { id: number; close: () => void }) {
  const queries = useQueryClient();
  const disable = useMutation({
    mutationFn: () => answerOf(client.PATCH('/webhooks/{id}', { params: { path: { id } }, body: { status: 'disabled' } })),
    onSuccess: () => {
      notify('Webhook disabled');
      close();
      return queries.invalidateQueries({ queryKey: ['webhook', id] });
    },
  });
  return (
    <Confirm
      title="Disable this webhook?"
      verb="Disable"
      isBusy={disable.isPending}
      error={disable.error}
      confirm={() => disable.mutate()}
      close={close}
    >
      <p>Nothing is sent until you enable it again. For 30 days what it misses can be replayed.</p>
    </Confirm>
  );
}

function Delete({ webhook: { id }, close }: { webhook: Webhook; close: () => void }) {
  const queries = useQueryClient();
  const { mode } = route.useParams();
  const navigate = route.useNavigate();
  const remove = useMutation({
    mutationFn: () => answerOf(client.DELETE('/webhooks/{id}', { params: { path: { id } } })),
    onSuccess: async () => {
      notify('Webhook deleted');
      await navigate({ to: '/$mode/webhooks', params: { mode } });
      queries.removeQueries({ queryKey: ['webhook', id] });
      await queries.invalidateQueries({ queryKey: ['webhooks'] });
    },
  });
  return (
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
  );
}
