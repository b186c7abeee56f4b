import { useEffect } from 'react';

/** Dialogs and panels return the focus themselves, a frame or two after they close. */
const OTHERS_MS = 100;

/**
 * The focused element may disappear: a deleted row, a finished button, a dialog without its opener. Keyboard focus then moves to
 * a surrounding element instead of the top of the page.
 */
export function useFocusRecovery(): void {
  useEffect(() => {
    /** The last focused element and its ancestors. */
    let way: HTMLElement[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (isInPage(target)) way = wayUp(target);
    };
    // A click beside all controls drops the focus intentionally.
    const forget = ({ target }: PointerEvent) => {
      if (isInPage(target)) way = [];
    };
    const goOn = () => {
      if (!isNowhere()) return;
      const place = way.find((each, index) => each.isConnected && (index === 0 || each.hasAttribute('tabindex')));
      place?.focus({ preventScroll: true });
    };
    const observer = new MutationObserver(() => {
      if (way.length === 0 || !isNowhere()) return;
      clearTimeout(timer);
      timer = setTimeout(goOn, OTHERS_MS);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    addEventListener('focusin', remember);
    addEventListener('pointerdown', forget);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      removeEventListener('focusin', remember);
      removeEventListener('pointerdown', forget);
    };
  }, []);
}

function isInPage(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.closest('main') !== null;
}

function wayUp(from: HTMLElement): HTMLElement[] {
  const way: HTMLElement[] = [];
  for (let each: HTMLElement | null = from; each; each = each.parentElement) way.push(each);
  return way;
}

function isNowhere(): boolean {
  return document.activeElement === document.body && !document.querySelector('[role=dialog]');
}
