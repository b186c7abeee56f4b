import { dnsReaders } from '../dns/walk/dns-reader.gateway.ts';
import { asksEveryServer } from '../dns/walk/every-server.gateway.ts';
import { dnsResolver, dnsResolverWithin } from '../dns/wire/resolver.gateway.ts';
import { guardedNet } from '../shared/net/guarded.gateway.ts';
import { guardedPost } from '../shared/net/http-post.gateway.ts';
import { guardedRead } from '../shared/net/http-read.gateway.ts';
import type { Resolve } from '../shared/net/resolve.ts';
import type { Edges } from './edges.ts';
import { lazily } from './lazily.ts';

/** For the record and for each of the provider's two answers: with a check of 8 s at most, far within the 30 s of a step. */
const PROVIDER_LIMITS = { timeoutMs: 1_500, maxBytes: 16_384 };

/** For all questions to the name servers of a zone about one name. */
const EVERY_SERVER_MS = 5_000;

/** With the way to customers. A file of its own: a test reads from imports which functions need a stage's fixed addresses. */
export function withNetwork<E extends Pick<Edges, 'settings'>>(edges: E) {
  const { settings } = edges;
  const { nameServers, allowLoopback, webhookHttp: plainHttp, domainConnect, acme } = settings;
  return lazily(
    {
      resolveWithin: () => dnsResolverWithin(settings),
      openDnsReader: () => dnsReaders(settings),
      openNet: () => (resolve: Resolve) => guardedNet({ resolve, allowLoopback }),
      post: () => {
        // Receivers on a developer's machine show certificates of the local CA.
        const trustedRootPem = allowLoopback ? acme.trustedRootPem : undefined;
        return guardedPost({ resolve: dnsResolver({ nameServers }), allowLoopback, plainHttp, trustedRootPem });
      },
      askEveryServer: () => asksEveryServer(settings, EVERY_SERVER_MS),
      readFromProvider: () => {
        const trustedRootPem = domainConnect?.trustedRootPem;
        return guardedRead({ resolve: dnsResolver({ nameServers }), allowLoopback, trustedRootPem, ...PROVIDER_LIMITS });
      },
    },
    edges,
  );
}
