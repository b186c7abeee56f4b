import { isAtOrBelow } from '../../contract/domain-name.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { DnsHosting } from './observation.ts';

/**
 * With where its records are edited, as a look saw it; one that did not see it leaves what was seen before. It goes with what is written
 * anyway, and is worth no write by itself: servers that disagree would cost one at every look.
 */
export function withDnsHosting<D extends Domain>(domain: D, { hosting }: { hosting?: DnsHosting | undefined }): D {
  const shown = shownHosting(domain, hosting);
  if (!shown) return domain;
  const { dnsProvider: _, dnsZone: __, ...rest } = domain;
  return { ...rest, ...shown } as D;
}

/** What a domain says of it: undefined where the zone is none of the hostname's, as that of a registry is, which says that a name is not there. */
export function shownHosting(
  { url, dnsHost }: Pick<Domain, 'url' | 'dnsHost'>,
  hosting: DnsHosting | undefined,
): Pick<Domain, 'dnsProvider' | 'dnsZone'> | undefined {
  const registrable = url.slice(dnsHost.length + 1);
  if (hosting === undefined || !isAtOrBelow(hosting.zone, registrable) || !isAtOrBelow(url, hosting.zone)) return undefined;
  return {
    ...(hosting.provider !== undefined && { dnsProvider: hosting.provider }),
    ...(hosting.zone !== registrable && { dnsZone: hosting.zone }),
  };
}
