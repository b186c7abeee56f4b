import { type ReactNode, useState } from 'react';
import { Action } from './action.tsx';
import { FailurePanel } from './failure-panel.tsx';
import { Modal } from './modal.tsx';
import { SafeText } from './text/text.tsx';

interface ConfirmProps {
  title: string;
  children: ReactNode;
  /** The button's label, a verb. */
  verb: string;
  /** Text that has to be typed before an irreversible action. */
  name?: string | undefined;
  isBusy: boolean;
  error: unknown;
  confirm: () => void;
  close: () => void;
}

/** Confirmation before a deletion. */
export function Confirm({ title, children, verb, name, isBusy, error, confirm, close }: ConfirmProps) {
  const [typed, setTyped] = useState('');
  const isReady = name === undefined || typed.trim() === name.trim();
  return (
    <Modal title={title} isOpen setIsOpen={close} isKept>
      {children}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) confirm();
        }}
      >
        {name !== undefined && (
          <label className="field">
            <span>
              Type <SafeText text={name} /> to confirm
            </span>
            <input value={typed} autoComplete="off" spellCheck={false} onChange={(event) => setTyped(event.target.value)} />
          </label>
        )}
        {!!error && <FailurePanel error={error} />}
        <div className="actions">
          <Action submits isDangerous isBusy={isBusy || !isReady}>
            {verb}
          </Action>
          <Action onPress={close}>Cancel</Action>
        </div>
      </form>
    </Modal>
  );
}
