import { DNS_PROVIDERS, type DnsProvider, type DnsProviderKey } from './dns-providers/dns-providers.ts';
import type { ShownDomain } from './domain-row.schema.ts';

/** What forms take for the zone itself, where nothing else is known. */
const APEX = '@';

type Hosted = Pick<ShownDomain, 'url' | 'dnsHost' | 'dnsZone' | 'dnsProvider'>;

/** The hostname as the form of its DNS provider takes it: without the zone, or for the zone itself what that form takes. */
export function hostInForm({ url, dnsHost, dnsZone, dnsProvider }: Hosted): string {
  if (dnsZone === undefined) return dnsHost;
  return url === dnsZone ? (dnsProviderOf(dnsProvider)?.apex ?? APEX) : url.slice(0, -`.${dnsZone}`.length);
}

/** By the key in a row, which may be that of another release. */
export function dnsProviderOf(key: string | undefined): DnsProvider | undefined {
  return key !== undefined && Object.hasOwn(DNS_PROVIDERS, key) ? DNS_PROVIDERS[key as DnsProviderKey] : undefined;
}
