import type { ThemeValues } from '../../model/accounts/portal/portal.schema.ts';
import { wholeTheme } from '../../model/accounts/portal/theme.ts';
import { ThemeResource } from './theme.schema.ts';

/** The theme in the API, with defaults for what is not set. */
export function themeResource(values: ThemeValues | undefined, logo: string | undefined) {
  return { ...wholeTheme(values), ...(logo !== undefined && { logo }) };
}

/** The example in the API reference. */
export const themeExample = () => ({
  colors: { light: { accent: '#7a2e0e', on_accent: '#ffffff' }, dark: { accent: '#ffb68a', on_accent: '#1a1f26' } },
  font: 'old_style' as const,
  radius: 4,
  support_url: 'https://help.bakery-shop.example/domains',
  texts: { en: { welcome: 'Two minutes, and your shop has its own address.' } },
});

export const THEME_ANSWER = {
  status: 200,
  description: 'The theme.',
  schema: ThemeResource,
  example: () => themeResource(themeExample(), undefined),
} as const;
