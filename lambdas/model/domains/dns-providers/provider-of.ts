import { isAtOrBelow } from '../../../../contract/domain-name.ts';
import type { DnsProviderKey } from './dns-providers.ts';
import { NAME_SERVERS } from './name-servers.ts';

const ALL = Object.entries(NAME_SERVERS) as [DnsProviderKey, (typeof NAME_SERVERS)[DnsProviderKey]][];

/**
 * Whose the name servers of a zone are: undefined for unknown ones, and for a zone that lies with two providers, because records may
 * be edited at either. Names in lower case without the trailing dot.
 */
export function providerOf(nameServers: readonly string[]): DnsProviderKey | undefined {
  if (nameServers.length === 0) return undefined;
  return ALL.find(([, { ends }]) => nameServers.every((name) => ends.some((end) => endsIn(name, end))))?.[0];
}

function endsIn(name: string, end: string | RegExp): boolean {
  return typeof end === 'string' ? isAtOrBelow(name, end) : end.test(name);
}
