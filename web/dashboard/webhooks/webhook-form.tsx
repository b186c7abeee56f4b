import { type ReactNode, useState } from 'react';
import type { NewWebhook } from '../api/webhooks.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Modal } from '../parts/modal.tsx';
import { EventChoice } from './event-choice.tsx';

export interface WebhookFields {
  url: string;
  description: string;
  events: readonly string[];
}

interface WebhookFormProps {
  title: string;
  verb: string;
  fields: WebhookFields;
  save: (fields: WebhookFields & { events: NewWebhook['events'] }) => void;
  isBusy: boolean;
  error: unknown;
  close: () => void;
  children?: ReactNode;
}

export function WebhookForm({ title, verb, fields, save, isBusy, error, close, children }: WebhookFormProps) {
  const [{ url, description, events }, setFields] = useState(fields);
  const set = (change: Partial<WebhookFields>) => setFields((before) => ({ ...before, ...change }));
  return (
    <Modal title={title} isOpen setIsOpen={close} isKept>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save({ url: url.trim(), description: description.trim(), events: [...events] as NewWebhook['events'] });
        }}
      >
        <label className="field">
          <span>Address of your receiver</span>
          <input
            type="url"
            required
            maxLength={2048}
            placeholder="https://"
            value={url}
            autoComplete="off"
            onChange={({ target }) => set({ url: target.value })}
          />
        </label>
        <label className="field">
          <span>What it is for</span>
          <input
            value={description}
            maxLength={500}
            autoComplete="off"
            placeholder="optional"
            onChange={({ target }) => set({ description: target.value })}
          />
        </label>
        <EventChoice chosen={events} choose={(chosen) => set({ events: chosen })} />
        {children}
        {!!error && <FailurePanel error={error} />}
        <div className="actions">
          <Action submits isMain isBusy={isBusy || events.length === 0}>
            {verb}
          </Action>
          <Action onPress={close}>Cancel</Action>
        </div>
      </form>
    </Modal>
  );
}
