import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import {
  Button,
  Header,
  type Key,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  type Selection,
} from 'react-aria-components';
import type { Me } from '../api/app-paths.ts';
import { Icon } from '../parts/icons.tsx';
import { notify } from '../parts/notices.tsx';
import { Shown } from '../parts/text/text.tsx';
import { THEME_NAMES } from './commands.ts';
import { chooseTheme, chosenTheme, THEMES } from './theme.ts';

interface AccountMenuProps {
  me: Me | undefined;
  openKeys: () => void;
  openRequests: () => void;
}

export function AccountMenu({ me, openKeys, openRequests }: AccountMenuProps) {
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
    <MenuTrigger>
      <Button className="account">
        <span className="unseen">Account</span>
        <Icon name="customer" />
        <span className="email">{me && <Shown text={me.email} most={80} />}</span>
        <Icon name="down" />
      </Button>
      <Popover className="popover" placement="top start">
        <Menu onAction={(key) => actions[key]?.()}>
          <MenuSection selectionMode="single" selectedKeys={[theme]} onSelectionChange={choose} disallowEmptySelection>
            <Header>Appearance</Header>
            {THEMES.map((each) => (
              <MenuItem key={each} id={each} shouldCloseOnSelect={false}>
                {THEME_NAMES[each]}
              </MenuItem>
            ))}
          </MenuSection>
          <MenuItem id="profile">Profile and sessions</MenuItem>
          <MenuItem id="requests">Requests of this page</MenuItem>
          <MenuItem id="keys">Keyboard shortcuts</MenuItem>
          <MenuItem id="out">Sign out</MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

export async function signOut(): Promise<void> {
  const response = await fetch('/app/sign-out', { method: 'POST', headers: { 'X-Requested-With': 'cps' } }).catch(
    () => undefined,
  );
  if (response?.ok || response?.status === 401) location.assign('/dashboard/');
  else notify('You could not be signed out. Please try again.');
}
