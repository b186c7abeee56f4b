import type { WholeTheme } from '../../model/accounts/portal/theme.ts';
import type { Language } from './locales.ts';

/** What each page is made for. */
export interface Visit {
  language: Language;
  theme: WholeTheme;
  /** Who runs the sites; of an address that is nobody's, nobody. */
  brand: string | undefined;
  logoId: string | undefined;
  /** Without its query: `/portal/opt_…`. */
  path: string;
  /** The site's address. */
  site: string;
  /** Of the page's script. */
  script: string;
  now: Date;
}
