import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { type Code, codeQuery } from './hooks/code.ts';

/** The menu's position, label and close callback. */
export interface MenuPlace {
  button: RefObject<HTMLButtonElement | null>;
  labelledBy: string;
  close: () => void;
}

interface MenuButtonProps<Props> {
  className: string;
  children: ReactNode;
  /** The menu's code is not part of the first page. It is preloaded when its use becomes likely. */
  code: Code<{ OpenMenu: ComponentType<MenuPlace & Props> }>;
  menu: Props;
}

/** A button that works before the code of its menu has loaded. */
export function MenuButton<Props extends object>({ className, children, code, menu }: MenuButtonProps<Props>) {
  const [isNear, setIsNear] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useQuery({ ...codeQuery(code), enabled: isNear || isOpen });
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const openBy = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setIsOpen(true);
  };
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => setIsNear(true)}
        onFocus={() => setIsNear(true)}
        onClick={() => setIsOpen(true)}
        onKeyDown={openBy}
      >
        {children}
      </button>
      {isOpen && data && <data.OpenMenu {...menu} button={button} labelledBy={id} close={() => setIsOpen(false)} />}
    </>
  );
}
