import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type KeyboardEvent, type ReactNode, type RefObject, useId, useRef, useState } from 'react';
import { type Code, codeQuery } from './hooks/code.ts';

/** Where the menu lies, by what it is called, and what closes it. */
export interface MenuPlace {
  button: RefObject<HTMLButtonElement | null>;
  labelledBy: string;
  close: () => void;
}

interface MenuButtonProps<Props> {
  className: string;
  children: ReactNode;
  /** Of the menu, which is no part of the first page: read before it is needed, where that can be seen. */
  code: Code<{ OpenMenu: ComponentType<MenuPlace & Props> }>;
  menu: Props;
}

/** A button that is there before the code of its menu is. */
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
