import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { OpenDnsReader } from './dns-reader.ts';

/** `dnsReaders` of dns-reader.gateway.ts, whose code is loaded at the first use: few calls of the API look at DNS. */
export function lazyDnsReaders(settings: Pick<Settings, 'rootServers' | 'nameServers' | 'nameServerEndpoints'>): OpenDnsReader {
  let opened: Promise<OpenDnsReader> | undefined;
  return (budgetMs) => {
    opened ??= import('./dns-reader.gateway.ts').then(({ dnsReaders }) => dnsReaders(settings));
    const reader = opened.then((openDnsReader) => openDnsReader(budgetMs));
    return {
      lookAtName: async (name) => (await reader).lookAtName(name),
      opinions: async (name) => (await reader).opinions(name),
      ownNameServers: async (name) => (await reader).ownNameServers(name),
      resolve: async (name, type) => (await reader).resolve(name, type),
    };
  };
}
