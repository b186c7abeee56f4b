import type { Resolve } from './dns-answer.ts';
import type { DnsResolverOptions } from './resolver.gateway.ts';

/** `dnsLooks` of resolver.gateway.ts, whose code is read by the first look: few calls of the API look at DNS. */
export function lateDnsLooks(options: DnsResolverOptions): (budgetMs: number) => Resolve {
  return (budgetMs) => {
    const look = import('./resolver.gateway.ts').then(({ dnsLooks }) => dnsLooks(options)(budgetMs));
    return async (name, type) => (await look)(name, type);
  };
}
