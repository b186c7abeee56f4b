import type { IconName } from '../parts/icons.tsx';
import { THEMES, type Theme } from './theme.ts';

export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Commands of the shell, available on every page. */
export interface ShellActions {
  addDomains: () => void;
  showRequests: () => void;
  showKeys: () => void;
  chooseTheme: (theme: Theme) => void;
  signOut: () => void;
}

export interface Command {
  id: string;
  name: string;
  icon: IconName;
  key?: string;
  act: () => void;
}

export const THEME_NAMES: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' };

/** A page adds its own commands while it is open: they press its buttons. */
export function commandsOf({ addDomains, showRequests, showKeys, chooseTheme, signOut }: ShellActions): Command[] {
  const check = document.querySelector<HTMLElement>('[data-check] button');
  return [
    ...(check ? [{ id: 'check', name: 'Check this domain now', icon: 'done' as const, key: 'c', act: () => check.click() }] : []),
    { id: 'add', name: 'Add domains', icon: 'domains', key: 'n', act: addDomains },
    { id: 'requests', name: 'Last requests, as curl', icon: 'code', act: showRequests },
    { id: 'keys', name: 'Keyboard shortcuts', icon: 'keyboard', key: '?', act: showKeys },
    ...THEMES.map((theme) => ({
      id: `theme-${theme}`,
      name: `Appearance: ${THEME_NAMES[theme]}`,
      icon: 'theme' as const,
      act: () => chooseTheme(theme),
    })),
    { id: 'out', name: 'Sign out', icon: 'close', act: signOut },
  ];
}
