import type { Ca } from '../../contract/stack/settings.schema.ts';
import { readsCaaIdentities } from '../acme/caa-identities.gateway.ts';
import { dnsReaders } from '../dns/walk/dns-reader.gateway.ts';
import { dnsResolverWithin } from '../dns/wire/resolver.gateway.ts';
import { guardedNet } from '../shared/net/guarded.gateway.ts';
import type { Resolve } from '../shared/net/resolve.ts';
import type { Edges, NetworkEdges } from './edges.ts';
import { lazily } from './lazily.ts';

/** The network of a Lambda, by the name servers of its stage. */
export function openLambdaNetwork({ settings, clock }: Pick<Edges, 'settings' | 'clock'>): NetworkEdges {
  return lazily(
    { resolveWithin: () => dnsResolverWithin(settings), openDnsReader: () => dnsReaders(settings) },
    {
      openNet: (resolve: Resolve) => guardedNet({ resolve, allowLoopback: settings.allowLoopback }),
      caaIdentitiesOf: (ca: Ca) => readsCaaIdentities(ca, clock),
    },
  );
}
