import type { WholeTheme } from '../model/accounts/portal/theme.ts';
import type { Language } from './locales.ts';

export interface ProviderReturn {
  hostname: string;
  hasFailed: boolean;
}

export interface Visit {
  language: Language;
  theme: WholeTheme;
  /** The integrator's brand; undefined for an unknown address. */
  brand: string | undefined;
  logoId: string | undefined;
  /** Without the query: `/portal/opt_…`. */
  path: string;
  site: string;
  script: string;
  /** Set after a return from a DNS provider, with its error, if any. */
  providerReturn?: ProviderReturn | undefined;
  /** The result of a requested check; `recently`: too many were requested. */
  checked?: 'now' | 'recently';
  /** For the owner: when another organization may take the hostname. */
  transferAllowedAt?: string | undefined;
  now: Date;
}
