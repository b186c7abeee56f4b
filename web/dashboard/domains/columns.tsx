import { useState } from 'react';
import { Button, Menu, MenuItem, MenuTrigger, Popover, type Selection } from 'react-aria-components';
import { Icon } from '../parts/icons.tsx';
import { readSetting, storeSetting } from '../shell/theme.ts';

/** Optional columns in their order. */
export const COLUMNS = {
  waits: 'Waits for',
  record: 'Record required, and seen',
  expires: 'Expires',
  server: 'Server',
  added: 'Added',
} as const;
export type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];
const STANDARD: readonly Column[] = ['waits', 'record', 'expires', 'server'];
const SETTING = 'cps-domain-columns';

/** Stored in the browser. Columns of another release are ignored. */
export function useColumns(): [readonly Column[], (chosen: readonly Column[]) => void] {
  const [columns, setColumns] = useState<readonly Column[]>(() => {
    const kept = readSetting(SETTING);
    return kept === null ? STANDARD : NAMES.filter((name) => kept.split(' ').includes(name));
  });
  const choose = (chosen: readonly Column[]) => {
    storeSetting(SETTING, chosen.join(' '));
    setColumns(chosen);
  };
  return [columns, choose];
}

export function ColumnsMenu({ columns, choose }: { columns: readonly Column[]; choose: (chosen: readonly Column[]) => void }) {
  const change = (keys: Selection) => choose(NAMES.filter((name) => keys === 'all' || keys.has(name)));
  return (
    <MenuTrigger>
      <Button className="button">
        Columns
        <Icon name="down" />
      </Button>
      <Popover className="popover" placement="bottom end">
        <Menu aria-label="Columns" selectionMode="multiple" selectedKeys={columns} onSelectionChange={change}>
          {NAMES.map((name) => (
            <MenuItem key={name} id={name} shouldCloseOnSelect={false}>
              {COLUMNS[name]}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
