import { DNS_PROVIDERS, type DnsProvider, type DnsProviderKey } from './dns-providers.ts';

const ALL = Object.entries(DNS_PROVIDERS) as [DnsProviderKey, DnsProvider][];

/**
 * Whose the name servers of a zone are: undefined for unknown ones, and for a zone that lies with two providers, because records may
 * be edited at either. Names in lower case without the trailing dot.
 */
export function providerOf(nameServers: readonly string[]): DnsProviderKey | undefined {
  if (nameServers.length === 0) return undefined;
  return ALL.find(([, provider]) => nameServers.every((name) => isOf(provider, name)))?.[0];
}

/** By the key in a row, which may be that of another release. */
export function dnsProviderOf(key: string | undefined): DnsProvider | undefined {
  return key !== undefined && Object.hasOwn(DNS_PROVIDERS, key) ? DNS_PROVIDERS[key as DnsProviderKey] : undefined;
}

function isOf({ nameServers }: DnsProvider, name: string): boolean {
  return nameServers.some((end) => (typeof end === 'string' ? name === end || name.endsWith(`.${end}`) : end.test(name)));
}
