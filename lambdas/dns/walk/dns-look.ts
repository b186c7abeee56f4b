import type { Resolve } from '../../shared/net/resolve.ts';
import type { NameAtZone } from './name-at-zone.ts';
import type { Opinion } from './second-opinion.ts';

/** One look at the DNS of a hostname, however many names and servers that takes: all within one budget. Nothing of it rejects. */
export interface DnsLook {
  /** What the servers of its own zone have for a name. */
  lookAtName(name: string): Promise<NameAtZone>;
  /**
   * What validating resolvers give for its CNAME: the first that gives it settles that, otherwise each is heard. None where there is
   * nobody to ask.
   */
  opinions(name: string): Promise<Opinion[]>;
  /** The name servers that the zone of a name lists itself (not those that the zone above lists); undefined where nobody says. */
  ownNameServers(name: string): Promise<string[] | undefined>;
  /** Through recursive servers. */
  resolve: Resolve;
}

/** Opens a look that ends after so many milliseconds, whatever strangers' servers do. */
export type OpenDnsLook = (budgetMs: number) => DnsLook;

/** For whoever waits for more than an answer of the API. */
export const LONGEST_LOOK_MS = 8_000;
