import type { DnsClient } from '../../local/dns-client.ts';
import { other, type Place, right, rightBut, type Situation } from './situation.ts';

/** A name below the same parent, with another label. */
const baseTarget = (target: string) => target.split('.').slice(1).join('.');
const otherLabel = (target: string) => `zzzzzzzzzzzzzzzz.${baseTarget(target)}`;

async function chain(dns: DnsClient, { hostname, zone }: Place, names: number): Promise<void> {
  const hops = [hostname, ...Array.from({ length: names }, (_, n) => `hop${n + 1}.${zone}`)];
  for (const [at, hop] of hops.slice(0, -1).entries()) await dns.set(hop, 'CNAME', [hops[at + 1] ?? '']);
}

/** Faults of the hostname's records, and of records beside it. */
export const RECORD_SITUATIONS: readonly Situation[] = [
  { what: 'The CNAME record points to the target.', prepare: right },
  {
    what: 'The CNAME record points to the target through another name.',
    prepare: async (dns, { hostname, zone, target }) => {
      await dns.set(hostname, 'CNAME', [`alias.${zone}`]);
      await dns.set(`alias.${zone}`, 'CNAME', [target]);
    },
  },
  { what: 'The hostname has no record.', code: 'cname_not_found', prepare: other },
  {
    what: 'The hostname has an A record, with another server’s address.',
    code: 'cname_not_found',
    reason: 'address_instead',
    prepare: (dns, { hostname }) => dns.set(hostname, 'A', ['203.0.113.9']),
  },
  {
    what: 'The hostname has an AAAA record.',
    code: 'cname_not_found',
    reason: 'address_instead',
    prepare: (dns, { hostname }) => dns.set(hostname, 'AAAA', ['2001:db8::9']),
  },
  {
    what: 'The target is in a TXT record.',
    code: 'cname_not_found',
    reason: 'txt_instead',
    prepare: (dns, { hostname, target }) => dns.set(hostname, 'TXT', [target]),
  },
  {
    what: 'A wildcard A record for other names answers.',
    code: 'cname_not_found',
    reason: 'wildcard_answer',
    prepare: (dns, { zone }) => dns.set(`*.${zone}`, 'A', ['203.0.113.9']),
  },
  {
    what: 'The DNS provider’s proxy answers with its own addresses.',
    code: 'proxied_dns',
    reason: 'proxy_addresses',
    prepare: (dns, { hostname }) => dns.set(hostname, 'A', ['104.16.132.229', '104.16.133.229']),
  },
  {
    what: 'The record’s name contains the domain twice, because the provider’s form appended it.',
    code: 'cname_not_found',
    reason: 'doubled_name',
    prepare: (dns, { hostname, zone, target }) => dns.set(`${hostname}.${zone}`, 'CNAME', [target]),
  },
  {
    what: 'The domain is not registered or has expired.',
    code: 'cname_not_found',
    reason: 'domain_not_registered',
    prepare: rightBut((dns, { zone }) => dns.undelegate(zone)),
  },
  {
    what: 'The zone has moved to other name servers, but the registry still lists the former ones.',
    code: 'cname_not_found',
    reason: 'name_servers_differ',
    prepare: async (dns, place) => {
      await other(dns, place);
      await dns.delegate(place.zone, ['ns1.dns.test', 'ns2.dns.test'], ['ns1.new-provider.test', 'ns2.new-provider.test']);
    },
  },
  {
    what: 'The record points to something else.',
    code: 'invalid_cname_target',
    prepare: (dns, { hostname }) => dns.set(hostname, 'CNAME', ['shops.example.net']),
  },
  {
    what: 'A wildcard CNAME record for other names answers.',
    code: 'invalid_cname_target',
    reason: 'wildcard_answer',
    prepare: (dns, { zone }) => dns.set(`*.${zone}`, 'CNAME', ['shops.example.net']),
  },
  {
    what: 'One letter of the target is wrong.',
    code: 'invalid_cname_target',
    reason: 'target_typo',
    prepare: (dns, { hostname, target }) =>
      dns.set(hostname, 'CNAME', [`${target.startsWith('x') ? 'y' : 'x'}${target.slice(1)}`]),
  },
  {
    what: 'The DNS provider has appended the domain to the target.',
    code: 'invalid_cname_target',
    reason: 'missing_dot',
    prepare: (dns, { hostname, zone, target }) => dns.set(hostname, 'CNAME', [`${target}.${zone}`]),
  },
  {
    what: 'The record has the base target, without the label of the server.',
    code: 'invalid_cname_target',
    reason: 'base_target',
    prepare: (dns, { hostname, target }) => dns.set(hostname, 'CNAME', [baseTarget(target)]),
  },
  {
    what: 'The record’s value is the hostname followed by the target.',
    code: 'invalid_cname_target',
    reason: 'name_before_target',
    prepare: (dns, { hostname, target }) => dns.set(hostname, 'CNAME', [`shop.${target}`]),
  },
  {
    what: 'The record has the target of another account.',
    code: 'invalid_cname_target',
    reason: 'other_target',
    prepare: (dns, { hostname, target }) => dns.set(hostname, 'CNAME', [otherLabel(target)]),
  },
  {
    what: 'The CNAME records form a loop.',
    code: 'invalid_cname_target',
    reason: 'cname_loop',
    prepare: async (dns, { hostname, zone }) => {
      await dns.set(hostname, 'CNAME', [`alias.${zone}`]);
      await dns.set(`alias.${zone}`, 'CNAME', [hostname]);
    },
  },
  {
    what: 'The CNAME records form a chain of more than eight names.',
    code: 'invalid_cname_target',
    reason: 'chain_too_long',
    prepare: (dns, place) => chain(dns, place, 9),
  },
];
