import type { WholeTheme } from '../model/accounts/portal/theme.ts';
import type { Language } from './locales.ts';

export interface CameBack {
  hostname: string;
  hasFailed: boolean;
}

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
  /** From the DNS provider that was to set the record; it says what went wrong, or nothing. */
  cameBack?: CameBack | undefined;
  /** What has come of the check that was asked for: `recently`, too many were. */
  checked?: 'now' | 'recently';
  /** To the owner: from when on another organization may take the hostname. */
  askedForFrom?: string | undefined;
  now: Date;
}
