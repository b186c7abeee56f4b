import { useEffect } from 'react';

/** Dialogs and panels give the focus back themselves, a frame or two after they are gone. */
const OTHERS_MS = 100;

/**
 * What has the focus may go: a row that is deleted, a button that has done its work, a dialog whose opener is gone. Whoever was
 * there with the keyboard goes on in what lies around it, and not at the top of the page.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    /** What last had the focus in the page, and what it lies in. */
    let way: HTMLElement[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const remember = ({ target }: FocusEvent) => {
      if (isInPage(target)) way = wayUp(target);
    };
    // Whoever presses beside everything wants nothing to have the focus.
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
