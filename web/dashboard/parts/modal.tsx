import type { ReactNode } from 'react';
import { Dialog, Heading, ModalOverlay, Modal as Overlay } from 'react-aria-components';

interface ModalProps {
  title: string;
  children: ReactNode;
  isOpen: boolean;
  setIsOpen: (isOpen: boolean) => void;
  /** It goes only by one of its own buttons. */
  isKept?: boolean;
  place?: 'wide' | 'drawer';
  /** Beside *Close*. */
  actions?: ReactNode;
}

/** A dialog over the page, with the focus in it until it is closed; then it goes back to what opened it. */
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
