import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Mode } from '../api/app-paths.ts';
import { Modal } from '../parts/modal.tsx';
import { keepSetting, readSetting } from './theme.ts';

const SETTING = 'cps-single-keys';
/** How long after `g` the next key still belongs to it. */
const CHORD_MS = 1500;

const GO = {
  d: '/$mode/domains',
  s: '/$mode/servers',
  w: '/$mode/webhooks',
  e: '/$mode/events',
  k: '/$mode/keys',
  a: '/$mode/settings',
  o: '/$mode',
} as const;

const KEYS = [
  ['/', 'Filter the list'],
  ['n', 'Add a domain'],
  ['g then o, d, s, w, e, k, a', 'Go to overview, domains, servers, webhooks, events, API keys, settings'],
  ['j, k', 'Next or previous row'],
  ['x', 'Select the row'],
  ['c', 'Check the open domain now'],
  ['Esc', 'Close the panel'],
  ['?', 'This list'],
] as const;

/** Rows of a list say `data-row` on their link; the open panel's button `data-check`; the filter of a page `data-filter`. */
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

/** Letters that are typed into a field, or while a dialog or a menu is open, are no shortcuts. */
function isTyped({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (document.querySelector('[role=dialog], [role=menu], [role=listbox]')) return true;
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox])'))
  );
}

export function useShortcuts(mode: Mode) {
  const [isListOpen, setIsListOpen] = useState(false);
  const navigate = useNavigate();
  const goUntil = useRef(0);
  useEffect(() => {
    const goTo = (to: (typeof GO)[keyof typeof GO] | '/$mode/domains/new') => void navigate({ to, params: { mode } });
    const actOnSingle = (key: string): boolean => {
      if (key === '?') setIsListOpen(true);
      else if (key === 'n') goTo('/$mode/domains/new');
      else return actOn(key);
      return true;
    };
    const act = (key: string): boolean => {
      const isChord = Date.now() < goUntil.current;
      goUntil.current = key === 'g' && !isChord ? Date.now() + CHORD_MS : 0;
      if (!isChord) return actOnSingle(key);
      if (!Object.hasOwn(GO, key)) return false;
      goTo(GO[key as keyof typeof GO]);
      return true;
    };
    const isDone = (key: string): boolean => {
      if (key === 'Escape') return actOn(key);
      return readSetting(SETTING) !== 'off' && act(key);
    };
    const listen = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !isTyped(event) && isDone(event.key)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [mode, navigate]);
  return { isListOpen, setIsListOpen };
}

export function KeysDialog({ isOpen, setIsOpen }: { isOpen: boolean; setIsOpen: (isOpen: boolean) => void }) {
  const [isOn, setIsOn] = useState(readSetting(SETTING) !== 'off');
  const turn = (on: boolean) => {
    keepSetting(SETTING, on ? 'on' : 'off');
    setIsOn(on);
  };
  return (
    <Modal title="Keyboard shortcuts" isOpen={isOpen} setIsOpen={setIsOpen}>
      <dl className="keys">
        {KEYS.map(([keys, what]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="check">
        <input type="checkbox" checked={isOn} onChange={(event) => turn(event.target.checked)} /> Single keys do this
      </label>
    </Modal>
  );
}
