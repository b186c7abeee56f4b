import { useState } from 'react';
import { Action } from './action.tsx';
import { Copy } from './copy.tsx';
import { Modal } from './modal.tsx';
import { Code } from './text/text.tsx';

interface SecretProps {
  title: string;
  /** Pairs of label and secret. */
  secrets: readonly (readonly [string, string])[];
  hint: string;
  close: () => void;
}

/** Shows a secret once. It is stored nowhere else, and is lost when this closes. */
export function SecretOnce({ title, secrets, hint, close }: SecretProps) {
  const [isStored, setIsStored] = useState(false);
  return (
    <Modal title={title} isOpen setIsOpen={close} isKept>
      <p>{hint} It is shown only now.</p>
      {secrets.map(([name, secret]) => (
        <div key={name}>
          <h3>{name}</h3>
          <Code text={secret} label={name} />
          <Copy text={secret} what={name} />
        </div>
      ))}
      <label className="check">
        <input type="checkbox" checked={isStored} onChange={(event) => setIsStored(event.target.checked)} /> I have stored it
      </label>
      <div className="actions">
        <Action isMain isBusy={!isStored} onPress={close}>
          Close
        </Action>
      </div>
    </Modal>
  );
}
