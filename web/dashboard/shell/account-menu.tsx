import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Header, type Key, Menu, MenuItem, MenuSection, Popover, type Selection } from 'react-aria-components';
import type { MenuPlace } from '../parts/menu-button.tsx';
import { THEME_NAMES } from './commands.ts';
import { signOut } from './sign-out.ts';
import { chooseTheme, chosenTheme, THEMES } from './theme.ts';

interface AccountMenuProps extends MenuPlace {
  openKeys: () => void;
  openRequests: () => void;
}

export function OpenMenu({ button, labelledBy, close, openKeys, openRequests }: AccountMenuProps) {
  const { mode } = useParams({ from: '/$mode' });
  const [theme, setTheme] = useState(chosenTheme);
  const choose = (keys: Selection) => {
    const chosen = THEMES.find((each) => keys !== 'all' && keys.has(each));
    if (!chosen) return;
    chooseTheme(chosen);
    setTheme(chosen);
  };
  const navigate = useNavigate();
  const actions: Record<Key, () => void> = {
    profile: () => void navigate({ to: '/$mode/profile', params: { mode } }),
    keys: openKeys,
    requests: openRequests,
    out: () => void signOut(),
  };
  return (
    <Popover
      className="popover"
      placement="top start"
      trigger="MenuTrigger"
      aria-labelledby={labelledBy}
      triggerRef={button}
      isOpen
      onOpenChange={close}
    >
      <Menu aria-labelledby={labelledBy} autoFocus="first" onClose={close} onAction={(key) => actions[key]?.()}>
        <MenuSection selectionMode="single" selectedKeys={[theme]} onSelectionChange={choose} disallowEmptySelection>
          <Header>Appearance</Header>
          {THEMES.map((each) => (
            <MenuItem key={each} id={each} shouldCloseOnSelect={false}>
              {THEME_NAMES[each]}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuItem id="profile">Profile and sessions</MenuItem>
        <MenuItem id="requests">Last requests</MenuItem>
        <MenuItem id="keys">Keyboard shortcuts</MenuItem>
        <MenuItem id="out">Sign out</MenuItem>
      </Menu>
    </Popover>
  );
}
