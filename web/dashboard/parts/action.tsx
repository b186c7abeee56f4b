import { type ReactNode, useId } from 'react';
import { type PersonPermission, rolesWith } from '../../../contract/api/roles.ts';
import { useMe } from '../api/me.ts';

interface ActionProps {
  children: ReactNode;
  /** The object of the action, for screen readers, when several actions have the same name. */
  about?: string;
  onPress?: () => void;
  /** Without this permission the button is visible but inactive. The server enforces it anyway. */
  needs?: string;
  isMain?: boolean;
  isDangerous?: boolean;
  isBusy?: boolean;
  submits?: boolean;
}

export function Action({ children, about, onPress, needs, isMain, isDangerous, isBusy, submits }: ActionProps) {
  const reasonId = useId();
  const reason = useReason(needs);
  const isOff = reason !== undefined || isBusy === true;
  return (
    <>
      <button
        type={submits && !isOff ? 'submit' : 'button'}
        className={['button', isMain && 'main', isDangerous && 'dangerous'].filter(Boolean).join(' ')}
        // Not `disabled`, which would drop the focus and hide the reason.
        aria-disabled={isOff}
        aria-describedby={reason ? reasonId : undefined}
        title={reason}
        aria-label={about === undefined ? undefined : `${children}: ${about}`}
        onClick={isOff ? undefined : onPress}
      >
        {children}
      </button>
      {reason && (
        <span id={reasonId} className="unseen">
          {reason}
        </span>
      )}
    </>
  );
}

/** Why the person may not do it; undefined: allowed. */
export function useReason(permission: string | undefined): string | undefined {
  const { data: me } = useMe();
  if (permission === undefined || me === undefined || me.permissions.includes(permission)) return undefined;
  const roles = rolesWith(permission as PersonPermission, me.mode);
  return `Your role, ${me.role}, does not allow this.${roles.length > 0 ? ` These may: ${roles.join(', ')}.` : ''}`;
}
