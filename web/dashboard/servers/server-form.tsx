import { useState } from 'react';
import type { Server } from '../api/servers.ts';
import { Action } from '../parts/action.tsx';
import { FailurePanel } from '../parts/failure-panel.tsx';
import { Modal } from '../parts/modal.tsx';
import { words } from '../parts/text/words.ts';
import {
  type Config,
  type ConfigInput,
  configFields,
  configFrom,
  type FormType,
  formTypeOf,
  TYPE_NAMES,
  typedFrom,
} from './config-fields.ts';

export interface ServerFields {
  name: string;
  /** Absent: detected by the service, or unchanged. A change needs a fresh sign-in. */
  address?: string[];
  type: FormType;
  /** Absent: unchanged. */
  config?: Config;
}

interface ServerFormProps {
  title: string;
  verb: string;
  /** Absent: a new server. */
  server?: Server;
  save: (fields: ServerFields) => void;
  isBusy: boolean;
  error: unknown;
  close: () => void;
}

export function ServerForm({ title, verb, server, save, isBusy, error, close }: ServerFormProps) {
  const [name, setName] = useState(server?.name ?? '');
  const addressBefore = (server?.address ?? []).join(', ');
  const [address, setAddress] = useState(addressBefore);
  const [type, setType] = useState<FormType>(server ? formTypeOf(server.type) : 'agent');
  const before = typedFrom(server?.config ?? {});
  const [typed, setTyped] = useState<ConfigInput>(before);
  const hasAddress = type !== 'cloudfront';
  return (
    <Modal title={title} isOpen setIsOpen={close} isKept>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const config = configFrom(type, typed, server ? before : undefined);
          const isOther = !server || address.trim() !== addressBefore;
          const addresses = hasAddress && isOther && { address: words(address) };
          save({ name: name.trim(), ...addresses, type, ...(config && { config }) });
        }}
      >
        <Field label="Name, for people" value={name} set={setName} isRequired maxLength={100} />
        {!server && (
          <label className="field">
            <span>What ends TLS there</span>
            <select value={type} onChange={({ target }) => setType(formTypeOf(target.value))}>
              {Object.entries(TYPE_NAMES).map(([each, words]) => (
                <option key={each} value={each}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        )}
        {hasAddress && (
          <Field
            label="Where its CNAME target points: one hostname, or up to eight IP addresses"
            value={address}
            set={setAddress}
          />
        )}
        {configFields(type, server !== undefined).map(({ name: field, label, isRequired }) =>
          field === 'managed' ? (
            <label key={field} className="check">
              <input
                type="checkbox"
                checked={typed.managed === 'true'}
                onChange={({ target }) => setTyped({ ...typed, managed: String(target.checked) })}
              />{' '}
              <span>{label}</span>
            </label>
          ) : (
            <Field
              key={field}
              label={label}
              value={typed[field] ?? ''}
              set={(value) => setTyped({ ...typed, [field]: value })}
              isRequired={isRequired ?? false}
            />
          ),
        )}
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

interface FieldProps {
  label: string;
  value: string;
  set: (value: string) => void;
  isRequired?: boolean;
  maxLength?: number;
}

function Field({ label, value, set, isRequired = false, maxLength }: FieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        value={value}
        required={isRequired}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        placeholder={isRequired ? undefined : 'optional'}
        onChange={({ target }) => set(target.value)}
      />
    </label>
  );
}
