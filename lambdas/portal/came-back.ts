import type { CameBack } from '../pages/visit.ts';
import { typedHostname } from './typed-hostname.ts';

/**
 * Who comes back from a DNS provider, by the query of the page's address (portalReturnPath). Not every provider looks whether that has a query
 * before it appends `?error=…`: the hostname then has it behind it.
 */
export function cameBackIn(query: string): CameBack | undefined {
  const hostname = typedHostname(new URLSearchParams(query).get('hostname') ?? '');
  return hostname === undefined ? undefined : { hostname, hasFailed: /[?&]error=[^&]/.test(`?${query}`) };
}
