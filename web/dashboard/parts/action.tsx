import { type ReactNode, useId } from 'react';
import { type PersonPermission, rolesWith } from '../../../contract/api/roles.ts';
import { useMe } from '../api/me.ts';

interface ActionProps {
  children: ReactNode;
  /** Of what, where several are called the same: for who does not see the row in which it stands. */
  about?: string;
  onPress?: () => void;
  /** Without this permission it can be seen, and not pressed; the server decides anyway. */
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
        // Not `disabled`: that takes the focus from who has pressed it, and nobody is told why.
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

/** Why somebody may not do it; undefined: they may. */
export function useReason(permission: string | undefined): string | undefined {
  const { data: me } = useMe();
  if (permission === undefined || me === undefined || me.permissions.includes(permission)) return undefined;
  const roles = rolesWith(permission as PersonPermission, me.mode);
  return `Your role, ${me.role}, does not allow this.${roles.length > 0 ? ` These may: ${roles.join(', ')}.` : ''}`;
}
