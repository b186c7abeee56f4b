export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'cps-theme';

/** The system's theme if the browser stores nothing. */
export function chosenTheme(): Theme {
  const kept = readSetting(KEY);
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

export function chooseTheme(theme: Theme): void {
  applyTheme(theme);
  storeSetting(KEY, theme);
}

/** Private windows may refuse storage. */
export function readSetting(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function storeSetting(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // The setting then lasts until the page closes.
  }
}
