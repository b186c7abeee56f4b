import { dnsReaders } from '../dns/walk/dns-reader.gateway.ts';
import { everyServerClient } from '../dns/walk/every-server.gateway.ts';
import { dnsResolver, dnsResolverWithin } from '../dns/wire/resolver.gateway.ts';
import { guardedNet } from '../shared/net/guarded.gateway.ts';
import { guardedPost } from '../shared/net/http-post.gateway.ts';
import { guardedRead } from '../shared/net/http-read.gateway.ts';
import type { Resolve } from '../shared/net/resolve.ts';
import type { Edges } from './edges.ts';
import { lazily } from './lazily.ts';

/** For the record and for each of the provider's two answers. With a check of 8 s at most, that is well within a step's 30 s. */
const PROVIDER_LIMITS = { timeoutMs: 1_500, maxBytes: 16_384 };

/** For all questions to a zone's name servers about one name. */
const EVERY_SERVER_MS = 5_000;

/**
 * Adds the network edges to customers. In a file of its own, because a test finds by imports which functions need a stage's fixed
 * addresses.
 */
export function withNetwork<E extends Pick<Edges, 'settings'>>(edges: E) {
  const { settings } = edges;
  const { nameServers, allowLoopback, webhookHttp: plainHttp, domainConnect, acme } = settings;
  return lazily(
    {
      resolveWithin: () => dnsResolverWithin(settings),
      openDnsReader: () => dnsReaders(settings),
      openNet: () => (resolve: Resolve) => guardedNet({ resolve, allowLoopback }),
      post: () => {
        // On a developer's machine receivers use certificates of the local CA.
        const trustedRootPem = allowLoopback ? acme.trustedRootPem : undefined;
        return guardedPost({ resolve: dnsResolver({ nameServers }), allowLoopback, plainHttp, trustedRootPem });
      },
      askEveryServer: () => everyServerClient(settings, EVERY_SERVER_MS),
      readFromProvider: () => {
        const trustedRootPem = domainConnect?.trustedRootPem;
        return guardedRead({ resolve: dnsResolver({ nameServers }), allowLoopback, trustedRootPem, ...PROVIDER_LIMITS });
      },
    },
    edges,
  );
}
