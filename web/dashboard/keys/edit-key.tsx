import { useState } from 'react';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Modal } from '../parts/modal.tsx';
import { daysFromNow, KeyFields } from './key-fields.tsx';
import { LimitFields, limitsOf, toRequest } from './key-limits.tsx';

type Changes = Schemas['UpdateKeyRequest'];

interface EditKeyProps {
  apiKey: Schemas['ApiKey'];
  save: (changes: Changes) => void;
  isBusy: boolean;
  error: unknown;
  close: () => void;
}

/** Leaves the expiry unchanged. */
const SAME = 'same';

export function EditKey({ apiKey, save, isBusy, error, close }: EditKeyProps) {
  const [name, setName] = useState(apiKey.name);
  const [days, setDays] = useState(SAME);
  const [limits, setLimits] = useState(() => limitsOf(apiKey));
  const changes = (): Changes => {
    const { addresses, servers } = toRequest(limits);
    return {
      name: name.trim(),
      allowed_addresses: addresses ?? null,
      allowed_server_ids: servers ?? null,
      ...(days !== SAME && { expires_at: days === '' ? null : daysFromNow(Number(days)) }),
    };
  };
  return (
    <Modal title="Edit this key" isOpen setIsOpen={close} isKept>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save(changes());
        }}
      >
        <KeyFields name={name} setName={setName} days={days} setDays={setDays} present={[SAME, 'as it does now']} />
        <LimitFields limits={limits} setLimits={setLimits} />
        {!!error && <FailurePanel error={error} />}
        <div className="actions">
          <Action submits isMain isBusy={isBusy}>
            Save
          </Action>
          <Action onPress={close}>Cancel</Action>
        </div>
      </form>
    </Modal>
  );
}
