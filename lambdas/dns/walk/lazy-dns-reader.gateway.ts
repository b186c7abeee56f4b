import type { Settings } from '../../../contract/stack/settings.schema.ts';
import type { OpenDnsLook } from './dns-reader.ts';

/** `dnsLooks` of dns-reader.gateway.ts, whose code is read at the first look: few calls of the API look at DNS. */
export function lazyDnsLooks(settings: Pick<Settings, 'rootServers' | 'nameServers' | 'nameServerEndpoints'>): OpenDnsLook {
  let opened: Promise<OpenDnsLook> | undefined;
  return (budgetMs) => {
    opened ??= import('./dns-reader.gateway.ts').then(({ dnsLooks }) => dnsLooks(settings));
    const looking = opened.then((openLook) => openLook(budgetMs));
    return {
      lookAtName: async (name) => (await looking).lookAtName(name),
      opinions: async (name) => (await looking).opinions(name),
      ownNameServers: async (name) => (await looking).ownNameServers(name),
      resolve: async (name, type) => (await looking).resolve(name, type),
    };
  };
}
