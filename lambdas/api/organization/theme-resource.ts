import type { ThemeValues } from '../../model/accounts/portal/theme.schema.ts';
import { wholeTheme } from '../../model/accounts/portal/theme.ts';

/** The theme as the API shows it, with the standard for what was left open. */
export function themeResource(values: ThemeValues | undefined, logo: string | undefined) {
  return { ...wholeTheme(values), ...(logo !== undefined && { logo }) };
}
