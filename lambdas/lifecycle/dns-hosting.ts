import type { Domain } from '../model/domains/domain-row.schema.ts';
import type { DnsHosting } from './observation.ts';

/**
 * With where its records are edited, as a look saw it; one that did not see it leaves what was seen before. It goes with what is written
 * anyway, and is worth no write by itself: servers that disagree would cost one at every look.
 */
export function withDnsHosting<D extends Domain>(domain: D, { hosting }: { hosting?: DnsHosting | undefined }): D {
  const registrable = domain.url.slice(domain.dnsHost.length + 1);
  if (hosting === undefined || !isAtOrBelow(hosting.zone, registrable) || !isAtOrBelow(domain.url, hosting.zone)) return domain;
  const { dnsProvider: _, dnsZone: __, ...rest } = domain;
  return {
    ...rest,
    ...(hosting.provider !== undefined && { dnsProvider: hosting.provider }),
    ...(hosting.zone !== registrable && { dnsZone: hosting.zone }),
  } as D;
}

function isAtOrBelow(name: string, zone: string): boolean {
  return name === zone || name.endsWith(`.${zone}`);
}
