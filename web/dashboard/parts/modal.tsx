import type { ReactNode } from 'react';
import { Dialog, Heading, ModalOverlay, Modal as Overlay } from 'react-aria-components';

interface ModalProps {
  title: string;
  children: ReactNode;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  /** Closes only by one of its own buttons. */
  isKept?: boolean;
  place?: 'wide' | 'drawer';
  /** Buttons beside *Close*. */
  actions?: ReactNode;
}

/** A dialog that traps the focus until it closes, and then returns it to its opener. */
export function Modal({ title, children, isOpen, setIsOpen, isKept = false, place, actions }: ModalProps) {
  return (
    <ModalOverlay
      className={place === 'drawer' ? 'overlay beside' : 'overlay'}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      isDismissable={!isKept}
      isKeyboardDismissDisabled={isKept}
    >
      <Overlay className={place ? `modal ${place}` : 'modal'}>
        <Dialog>
          <Heading slot="title">{title}</Heading>
          {children}
          {!isKept && (
            <div className="actions">
              {actions}
              <button type="button" className="button" onClick={() => setIsOpen(false)}>
                Close
              </button>
            </div>
          )}
        </Dialog>
      </Overlay>
    </ModalOverlay>
  );
}
