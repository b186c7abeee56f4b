import type { DiagnosisCode, DiagnosisReason } from '../../lambdas/shared/contract/error-codes.ts';
import type { DnsServer } from '../../local/dns-server.ts';

/** What a customer's DNS has, and what the service makes of it. docs/diagnosis.md is made from these, and each is played on real name servers. */
export interface Situation {
  what: string;
  /** Undefined: nothing is wrong. */
  code?: DiagnosisCode;
  reason?: DiagnosisReason;
  prepare: (dns: DnsServer, place: Place) => Promise<unknown>;
}

/** `hostname` lies in `zone`, which nobody else uses; its CNAME is to lead to `target`. */
export interface Place {
  zone: string;
  hostname: string;
  target: string;
}

const right = (dns: DnsServer, { hostname, target }: Place) => dns.set(hostname, 'CNAME', [target]);
/** Everything is right, and then something is spoilt. */
const rightBut =
  (spoil: Situation['prepare']): Situation['prepare'] =>
  async (dns, place) => {
    await right(dns, place);
    await spoil(dns, place);
  };
/** The zone exists, without the hostname. */
const other = (dns: DnsServer, { zone }: Place) => dns.set(`www.${zone}`, 'A', ['203.0.113.9']);
/** What the base target lies under, with another label. */
const otherLabel = (target: string) => `zzzzzzzzzzzzzzzz.${target.split('.').slice(1).join('.')}`;

async function chain(dns: DnsServer, { hostname, zone }: Place, names: number): Promise<void> {
  const hops = [hostname, ...Array.from({ length: names }, (_, n) => `hop${n + 1}.${zone}`)];
  for (const [at, hop] of hops.slice(0, -1).entries()) await dns.set(hop, 'CNAME', [hops[at + 1] ?? '']);
}

export const SITUATIONS: readonly Situation[] = [
  { what: 'The CNAME record points to the target.', prepare: right },
  {
    what: 'It does so through another name.',
    prepare: async (dns, { hostname, zone, target }) => {
      await dns.set(hostname, 'CNAME', [`alias.${zone}`]);
      await dns.set(`alias.${zone}`, 'CNAME', [target]);
    },
  },
  { what: 'There is no record with the name.', code: 'cname_not_found', prepare: other },
  {
    what: 'There is an A record instead, of another server.',
    code: 'cname_not_found',
    reason: 'address_instead',
    prepare: (dns, { hostname }) => dns.set(hostname, 'A', ['203.0.113.9']),
  },
  {
    what: 'There is an AAAA record instead.',
    code: 'cname_not_found',
    reason: 'address_instead',
    prepare: (dns, { hostname }) => dns.set(hostname, 'AAAA', ['2001:db8::9']),
  },
  {
    what: 'A wildcard A record that is meant for other names answers.',
    code: 'cname_not_found',
    reason: 'wildcard_answer',
    prepare: (dns, { zone }) => dns.set(`*.${zone}`, 'A', ['203.0.113.9']),
  },
  {
    what: 'The provider’s proxy answers with addresses of its own.',
    code: 'proxied_dns',
    reason: 'proxy_addresses',
    prepare: (dns, { hostname }) => dns.set(hostname, 'A', ['104.16.132.229', '104.16.133.229']),
  },
  {
    what: 'The record’s name has the domain twice: the form appends it.',
    code: 'cname_not_found',
    reason: 'doubled_name',
    prepare: (dns, { hostname, zone, target }) => dns.set(`${hostname}.${zone}`, 'CNAME', [target]),
  },
  {
    what: 'The domain is not registered, or has expired.',
    code: 'cname_not_found',
    reason: 'domain_not_registered',
    prepare: rightBut((dns, { zone }) => dns.undelegate(zone)),
  },
  {
    what: 'The zone has moved to other name servers, and the registry has the former ones.',
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
    what: 'A wildcard CNAME record that is meant for other names answers.',
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
    what: 'The provider has appended the domain to the target.',
    code: 'invalid_cname_target',
    reason: 'missing_dot',
    prepare: (dns, { hostname, zone, target }) => dns.set(hostname, 'CNAME', [`${target}.${zone}`]),
  },
  {
    what: 'The hostname stands before the target.',
    code: 'invalid_cname_target',
    reason: 'name_before_target',
    prepare: (dns, { hostname, target }) => dns.set(hostname, 'CNAME', [`shop.${target}`]),
  },
  {
    what: 'The target of another account was copied.',
    code: 'invalid_cname_target',
    reason: 'other_target',
    prepare: (dns, { hostname, target }) => dns.set(hostname, 'CNAME', [otherLabel(target)]),
  },
  {
    what: 'CNAME records lead in a circle.',
    code: 'invalid_cname_target',
    reason: 'cname_loop',
    prepare: async (dns, { hostname, zone }) => {
      await dns.set(hostname, 'CNAME', [`alias.${zone}`]);
      await dns.set(`alias.${zone}`, 'CNAME', [hostname]);
    },
  },
  {
    what: 'CNAME records lead through more than eight names.',
    code: 'invalid_cname_target',
    reason: 'chain_too_long',
    prepare: (dns, place) => chain(dns, place, 9),
  },
  {
    what: 'The record leads on by another zone, whose name servers do not answer.',
    code: 'dns_validation_failed',
    reason: 'chain_unanswered',
    prepare: async (dns, { hostname, zone, target }) => {
      await dns.set(hostname, 'CNAME', [`alias.other-${zone}`]);
      await dns.set(`alias.other-${zone}`, 'CNAME', [target]);
      await dns.silent(`other-${zone}`);
    },
  },
  {
    what: 'The record is new, and resolvers remember that there was none.',
    code: 'in_progress',
    reason: 'negative_cache',
    prepare: rightBut((dns, { hostname }) => dns.stale(hostname, 600)),
  },
  {
    what: 'One name server has the record, the other does not.',
    code: 'dns_validation_failed',
    reason: 'servers_disagree',
    prepare: rightBut((dns, { hostname }) => dns.disagree(hostname, 'CNAME')),
  },
  {
    what: 'The name servers do not serve the zone.',
    code: 'dns_validation_failed',
    reason: 'lame_servers',
    prepare: rightBut((dns, { zone }) => dns.lame(zone)),
  },
  {
    what: 'The name servers do not answer.',
    code: 'dns_validation_failed',
    reason: 'servers_silent',
    prepare: rightBut((dns, { zone }) => dns.silent(zone)),
  },
  {
    what: 'The name servers have private addresses.',
    code: 'dns_validation_failed',
    reason: 'servers_not_public',
    prepare: rightBut(async (dns, { zone }) => {
      await dns.set(`ns.${zone}`, 'A', ['10.0.0.53']);
      await dns.delegate(zone, [`ns.${zone}`]);
    }),
  },
  {
    what: 'The name servers fail.',
    code: 'dns_validation_failed',
    reason: 'servfail',
    prepare: rightBut((dns, { hostname }) => dns.fail(hostname)),
  },
  {
    what: 'The zone’s signatures do not hold (DNSSEC).',
    code: 'dns_validation_failed',
    reason: 'dnssec_bogus',
    prepare: rightBut((dns, { zone }) => dns.sign(zone, 'bogus')),
  },
  {
    what: 'The zone’s signatures have expired.',
    code: 'dns_validation_failed',
    reason: 'dnssec_expired',
    prepare: rightBut((dns, { zone }) => dns.sign(zone, 'expired')),
  },
  {
    what: 'The zone has moved, and the registry’s DS record names a key of the former provider.',
    code: 'dns_validation_failed',
    reason: 'dnssec_key_missing',
    prepare: rightBut((dns, { zone }) => dns.sign(zone, 'missing-key')),
  },
  {
    what: 'CAA records allow other certificate authorities only.',
    code: 'caa_forbids_issuance',
    prepare: rightBut((dns, { zone }) => dns.set(zone, 'CAA', ['0 issue "another-ca.example"'])),
  },
  {
    what: 'A CAA record allows our certificate authority for another way of validation only.',
    code: 'caa_forbids_issuance',
    reason: 'caa_restricted',
    prepare: async (dns, place) => {
      await right(dns, place);
      await dns.set(place.zone, 'CAA', ['0 issue "pebble.letsencrypt.org; validationmethods=dns-01"']);
    },
  },
  {
    what: 'A critical CAA record has a tag that no certificate authority knows.',
    code: 'caa_forbids_issuance',
    reason: 'caa_not_understood',
    prepare: async (dns, place) => {
      await right(dns, place);
      await dns.set(place.zone, 'CAA', ['128 isue "pebble.letsencrypt.org"']);
    },
  },
  {
    what: 'The name servers fail when they are asked for CAA records.',
    code: 'caa_forbids_issuance',
    reason: 'caa_unreadable',
    prepare: async (dns, place) => {
      await right(dns, place);
      await dns.fail(place.zone);
    },
  },
];
