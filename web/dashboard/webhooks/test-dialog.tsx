import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EVENT_NAMES, type EventName } from '../../../contract/api/events.ts';
import { answerOf, client } from '../api/client.ts';
import type { Delivery } from '../api/webhooks.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Modal } from '../parts/modal.tsx';
import { Code, SafeText } from '../parts/text/text.tsx';
import { DeliveryState } from './delivery-state.tsx';

/** Sends a signed sample and shows the receiver's answer. */
export function TestDialog({ id, close }: { id: number; close: () => void }) {
  const queries = useQueryClient();
  const [event, setEvent] = useState<EventName>('webhook.test');
  const test = useMutation({
    mutationFn: () => answerOf(client.POST('/webhooks/{id}/test', { params: { path: { id } }, body: { event } })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webhook', id] }),
  });
  return (
    <Modal title="Send a test" isOpen setIsOpen={close} isKept>
      <form
        onSubmit={(submitted) => {
          submitted.preventDefault();
          test.mutate();
        }}
      >
        <label className="field">
          <span>A sample of</span>
          <select value={event} onChange={({ target }) => setEvent(target.value as EventName)}>
            {EVENT_NAMES.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <p className="small">
          Its body has <code>is_test: true</code>, a made-up domain, and a signature. It is sent once.
        </p>
        <div role="status">
          {test.isPending ? <p>Waiting for your receiver.</p> : test.data && <Answer delivery={test.data} />}
        </div>
        {test.error && <FailurePanel error={test.error} />}
        <div className="actions">
          <Action submits isMain isBusy={test.isPending}>
            {test.data ? 'Send another' : 'Send'}
          </Action>
          <Action onPress={close}>Close</Action>
        </div>
      </form>
    </Modal>
  );
}

function Answer({ delivery: { state, attempts } }: { delivery: Delivery }) {
  const last = attempts.at(-1);
  return (
    <>
      <p>
        <DeliveryState state={state} />
        {last && (
          <small>
            <SafeText text={` ${last.status ?? last.error ?? 'no answer'}`} /> in {last.milliseconds.toLocaleString('en')} ms
          </small>
        )}
      </p>
      {!last && <p className="small">It has not answered within 10 s: the list of deliveries shows what becomes of it.</p>}
      {last?.reply !== undefined && <Code text={last.reply} label="Reply" />}
    </>
  );
}
