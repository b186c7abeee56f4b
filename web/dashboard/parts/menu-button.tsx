import { type KeyboardEvent, type ReactNode, type RefObject, Suspense, useId, useRef, useState } from 'react';

/** Where the menu lies, by what it is called, and what closes it. */
export interface MenuPlace {
  button: RefObject<HTMLButtonElement | null>;
  labelledBy: string;
  close: () => void;
}

interface MenuButtonProps {
  className: string;
  children: ReactNode;
  menu: (place: MenuPlace) => ReactNode;
  /** Reads the code of the menu, which is no part of the first page: before it is needed, where that can be known. */
  load: () => Promise<unknown>;
}

/** A button that is there before the code of its menu is. */
export function MenuButton({ className, children, menu, load }: MenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const openBy = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setIsOpen(true);
  };
  const prepare = () => void load().catch(() => undefined);
  return (
    <>
      <button
        ref={button}
        id={id}
        type="button"
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => setIsOpen(true)}
        onKeyDown={openBy}
      >
        {children}
      </button>
      {isOpen && <Suspense>{menu({ button, labelledBy: id, close: () => setIsOpen(false) })}</Suspense>}
    </>
  );
}
