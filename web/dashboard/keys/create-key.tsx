import { useState } from 'react';
import type { Schemas } from '../../../client/typescript/create-client.ts';
import { PERMISSIONS, type Permission } from '../../../contract/api/operations.ts';
import { useMe } from '../api/me.ts';
import { Action } from '../parts/action.tsx';
import { Choices } from '../parts/choices.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Modal } from '../parts/modal.tsx';
import { daysFromNow, KeyFields } from './key-fields.tsx';
import { LimitFields, limitsOf, toRequest } from './key-limits.tsx';

type NewKey = Schemas['CreateKeyRequest'];

interface CreateKeyProps {
  make: (body: NewKey) => void;
  isBusy: boolean;
  error: unknown;
  close: () => void;
}

export function CreateKey({ make, isBusy, error, close }: CreateKeyProps) {
  const { data: me } = useMe();
  // Nobody can give a key more permissions than they have.
  const own = PERMISSIONS.filter((permission) => me === undefined || me.permissions.includes(permission));
  const mode = me?.mode;
  const [name, setName] = useState('');
  const [days, setDays] = useState('');
  const [limits, setLimits] = useState(() => limitsOf({}));
  // Permissions on keys must be chosen explicitly.
  const [chosen, setChosen] = useState<readonly Permission[]>(() => own.filter((permission) => !permission.startsWith('keys.')));
  const toggle = (permission: Permission, isOn: boolean) =>
    setChosen(PERMISSIONS.filter((each) => (each === permission ? isOn : chosen.includes(each))));
  return (
    <Modal title="Create a key" isOpen setIsOpen={close} isKept>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const { addresses, servers } = toRequest(limits);
          make({
            ...(mode && { mode }),
            name: name.trim(),
            permissions: [...chosen],
            ...(days && { expires_at: daysFromNow(Number(days)) }),
            ...(addresses && { allowed_addresses: addresses }),
            ...(servers && { allowed_server_ids: servers }),
          });
        }}
      >
        {mode === 'test' && <p>It reaches test data only.</p>}
        <KeyFields name={name} setName={setName} days={days} setDays={setDays} />
        <fieldset>
          <legend>Permissions</legend>
          <div className="actions">
            <Action onPress={() => setChosen(own.filter((permission) => permission.endsWith('.read')))}>Only read</Action>
            <Action onPress={() => setChosen(own)}>All that you have</Action>
          </div>
          <Choices names={PERMISSIONS} chosen={chosen} toggle={toggle} isOff={(permission) => !own.includes(permission)} />
        </fieldset>
        <LimitFields limits={limits} setLimits={setLimits} />
        {!!error && <FailurePanel error={error} />}
        <div className="actions">
          <Action submits isMain isBusy={isBusy || chosen.length === 0}>
            Create
          </Action>
          <Action onPress={close}>Cancel</Action>
        </div>
      </form>
    </Modal>
  );
}
