import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { answerOf, client } from '../api/client.ts';
import { asFailure } from '../api/failure.ts';
import { readWebhook, type Webhook } from '../api/webhooks.ts';
import { notify } from '../parts/notices.tsx';
import { SafeText } from '../parts/text/text.tsx';
import { type WebhookFields, WebhookForm } from './webhook-form.tsx';

type Change = Schemas['UpdateWebhookRequest'];

const CHANGED_SINCE = 412;

/** Shows another person's concurrent change before it saves. */
export function EditWebhook({ webhook, close }: { webhook: Webhook & { etag?: string }; close: () => void }) {
  const { id } = webhook;
  // The webhook as it was when the dialog opened, not as the page last read it.
  const [opened] = useState(webhook);
  const [etag, setEtag] = useState(webhook.etag);
  const [others, setOthers] = useState<Webhook>();
  const queries = useQueryClient();
  const save = useMutation({
    mutationFn: async (fields: WebhookFields): Promise<Webhook | undefined> => {
      const body = changeOf(fields, opened);
      if (Object.keys(body).length === 0) return opened;
      const params = { path: { id }, ...(etag !== undefined && { header: { 'If-Match': etag } }) };
      try {
        return await answerOf(client.PATCH('/webhooks/{id}', { params, body }));
      } catch (error) {
        if (asFailure(error).status !== CHANGED_SINCE) throw error;
        const present = await readWebhook(id);
        setOthers(present);
        setEtag(present.etag);
        return undefined;
      }
    },
    onSuccess: async (saved) => {
      if (saved) {
        notify('Webhook saved');
        close();
      }
      await queries.invalidateQueries({ queryKey: ['webhook', id] });
    },
  });
  return (
    <WebhookForm
      title="Edit the webhook"
      verb={others ? 'Save mine anyway' : 'Save'}
      fields={{ url: opened.url, description: opened.description ?? '', events: opened.events }}
      save={save.mutate}
      isBusy={save.isPending}
      error={save.error}
      close={close}
    >
      {others && (
        <div className="note" role="alert">
          <p>Somebody else has changed it since you opened this. It is now:</p>
          <p>
            <code>
              <SafeText text={others.url} most={2048} />
            </code>
            <small>
              <SafeText text={`${others.events.join(', ')}; ${others.status}`} most={2048} />
            </small>
          </p>
        </div>
      )}
    </WebhookForm>
  );
}

/** Only changed fields, so concurrent changes to others survive. Another URL needs a fresh sign-in. */
function changeOf({ url, description, events }: WebhookFields, before: Webhook): Change {
  const isOther = [...events].toSorted().join() !== before.events.toSorted().join();
  return {
    ...(url !== before.url && { url }),
    ...(description !== (before.description ?? '') && { description: description === '' ? null : description }),
    ...(isOther && { events: events as NonNullable<Change['events']> }),
  };
}
