import { useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Mode } from '../api/app-paths.ts';
import { IS_MAC } from './commands.ts';
import { PAGES } from './pages.ts';
import { readSetting } from './theme.ts';

/** Setting for single-key shortcuts. */
export const SINGLE_KEYS = 'cps-single-keys';
/** Time after `g` for the second key. */
const CHORD_MS = 1500;

/**
 * Markers in the page: `data-row` on a list row's link, `data-check` on the open panel's button, `data-filter` on the page's
 * filter.
 */
function actOn(key: string): boolean {
  if (key === '/') return focusOn('[data-filter]');
  if (key === 'j' || key === 'k') return moveRow(key === 'j' ? 1 : -1);
  if (key === 'x') return clickOn(document.activeElement?.closest('tr')?.querySelector<HTMLElement>('input[type=checkbox]'));
  if (key === 'c') return clickOn(document.querySelector<HTMLElement>('[data-check] button'));
  if (key === 'Escape') return clickOn(document.querySelector<HTMLElement>('[data-close]'));
  return false;
}

function focusOn(selector: string): boolean {
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
}

function clickOn(element: HTMLElement | null | undefined): boolean {
  element?.click();
  return !!element;
}

function moveRow(by: number): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const here = document.activeElement?.closest('tr, li')?.querySelector<HTMLElement>('[data-row]');
  const position = here ? rows.indexOf(here) + by : 0;
  rows[Math.min(Math.max(position, 0), rows.length - 1)]?.focus();
  return rows.length > 0;
}

/** Letters typed into a field, or while a dialog or a menu is open, are no shortcuts. */
function isTyped({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (document.querySelector('[role=dialog], [role=menu], [role=listbox]')) return true;
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox])'))
  );
}

export type OpenOverlay = 'palette' | 'requests' | 'keys';
type Goal = (typeof PAGES)[number]['to'] | '/$mode/domains/new';

export function useShortcuts(mode: Mode) {
  const [open, setOpen] = useState<OpenOverlay>();
  const navigate = useNavigate();
  const goUntil = useRef(0);
  const goTo = useCallback((to: Goal) => void navigate({ to, params: { mode } }), [navigate, mode]);
  useEffect(() => {
    const actOnSingle = (key: string): boolean => {
      if (key === '?') setOpen('keys');
      else if (key === 'n') goTo('/$mode/domains/new');
      else return actOn(key);
      return true;
    };
    const act = (key: string): boolean => {
      const isChord = Date.now() < goUntil.current;
      goUntil.current = key === 'g' && !isChord ? Date.now() + CHORD_MS : 0;
      if (!isChord) return actOnSingle(key);
      const page = PAGES.find((each) => each.key === key);
      if (page) goTo(page.to);
      return page !== undefined;
    };
    const isDone = (key: string): boolean => {
      if (key === 'Escape') return actOn(key);
      return readSetting(SINGLE_KEYS) !== 'off' && act(key);
    };
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented) return;
      if (isForPalette(event)) {
        event.preventDefault();
        setOpen((former) => (former === 'palette' ? undefined : 'palette'));
        // The overlay's code may still be loading: letters are meant for it.
      } else if (open === undefined && !isTyped(event) && isDone(event.key)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [goTo, open]);
  return { open, setOpen, goTo };
}

/** It has a modifier, so it also works in fields and cannot be switched off. A dialog that asks something stays open. */
function isForPalette({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const isCombination = key.toLowerCase() === 'k' && (IS_MAC ? metaKey : ctrlKey) && !altKey && !shiftKey;
  return isCombination && !document.querySelector('[role=dialog]:not(.palette *)');
}
