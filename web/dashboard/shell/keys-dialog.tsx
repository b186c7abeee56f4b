import { useState } from 'react';
import { Modal } from '../parts/modal.tsx';
import { IS_MAC } from './commands.ts';
import { PAGES } from './pages.ts';
import { SINGLE_KEYS } from './shortcuts.tsx';
import { readSetting, storeSetting } from './theme.ts';

const KEYS = [
  [IS_MAC ? '⌘ K' : 'Ctrl K', 'Search pages, commands and domains'],
  ['/', 'Filter the list'],
  ['n', 'Add domains'],
  ...PAGES.map(({ key, name }) => [`g ${key}`, `Go to ${name}`] as const),
  ['j, k', 'Next or previous row'],
  ['x', 'Select the row'],
  ['c', 'Check the open domain now'],
  ['Esc', 'Close the panel'],
  ['?', 'This list'],
] as const;

export function KeysDialog({ close }: { close: () => void }) {
  const [isOn, setIsOn] = useState(readSetting(SINGLE_KEYS) !== 'off');
  const turn = (on: boolean) => {
    storeSetting(SINGLE_KEYS, on ? 'on' : 'off');
    setIsOn(on);
  };
  return (
    <Modal title="Keyboard shortcuts" isOpen setIsOpen={close}>
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
