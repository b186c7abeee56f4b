import type { Resolve } from '../../shared/net/resolve.ts';
import type { DnsResolverOptions } from './resolver.gateway.ts';

/**
 * `dnsResolverWithin` of resolver.gateway.ts, whose code is read at the first question: few calls of the API look at DNS. Apart
 * from the lazy reader, which brings the Public Suffix List into the bundle of whoever imports it.
 */
export function lazyDnsResolverWithin(options: DnsResolverOptions): (budgetMs: number) => Resolve {
  return (budgetMs) => {
    const resolver = import('./resolver.gateway.ts').then(({ dnsResolverWithin }) => dnsResolverWithin(options)(budgetMs));
    return async (name, type) => (await resolver)(name, type);
  };
}
