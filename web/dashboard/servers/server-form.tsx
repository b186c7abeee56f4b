import { useState } from 'react';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Modal } from '../parts/modal.tsx';

interface ServerFields {
  name: string;
  address: string[];
}

interface ServerFormProps {
  title: string;
  verb: string;
  fields: ServerFields;
  save: (fields: ServerFields) => void;
  isBusy: boolean;
  error: unknown;
  close: () => void;
}

export function ServerForm({ title, verb, fields, save, isBusy, error, close }: ServerFormProps) {
  const [name, setName] = useState(fields.name);
  const [address, setAddress] = useState(fields.address.join(', '));
  return (
    <Modal title={title} isOpen setIsOpen={close} isKept>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save({ name: name.trim(), address: address.split(/[\s,]+/).filter((each) => each !== '') });
        }}
      >
        <label className="field">
          <span>Name, for people</span>
          <input value={name} required maxLength={100} autoComplete="off" onChange={({ target }) => setName(target.value)} />
        </label>
        <label className="field">
          <span>Where its CNAME target points: one hostname, or up to eight IP addresses</span>
          <input
            value={address}
            autoComplete="off"
            spellCheck={false}
            placeholder="optional"
            onChange={({ target }) => setAddress(target.value)}
          />
        </label>
        {!!error && <FailurePanel error={error} />}
        <div className="actions">
          <Action submits isMain isBusy={isBusy}>
            {verb}
          </Action>
          <Action onPress={close}>Cancel</Action>
        </div>
      </form>
    </Modal>
  );
}
