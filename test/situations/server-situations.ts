import { rightBut, type Situation } from './situation.ts';

const OF_ANOTHER_ACCOUNT = '0 issue "pebble.letsencrypt.org; accounturi=https://ca.example/acct/1"';

/** CAA records that apply to the hostname. */
const CAA_SITUATIONS: readonly Situation[] = [
  {
    what: 'CAA records allow only other certificate authorities, and the target has no CAA records.',
    code: 'caa_forbids_issuance',
    hasBareTarget: true,
    prepare: rightBut((dns, { zone }) => dns.set(zone, 'CAA', ['0 issue "another-ca.example"'])),
  },
  {
    what: 'A CAA record allows our certificate authority only for another account, and the target has no CAA records.',
    code: 'caa_forbids_issuance',
    reason: 'caa_restricted',
    hasBareTarget: true,
    prepare: rightBut((dns, { zone }) => dns.set(zone, 'CAA', [OF_ANOTHER_ACCOUNT])),
  },
  {
    what: 'A CAA record allows our certificate authority only with another validation method, and the target has no CAA records.',
    code: 'caa_forbids_issuance',
    reason: 'caa_restricted',
    hasBareTarget: true,
    prepare: rightBut((dns, { zone }) => dns.set(zone, 'CAA', ['0 issue "pebble.letsencrypt.org; validationmethods=dns-01"'])),
  },
  {
    what: 'A critical CAA record has an unknown tag, and the target has no CAA records.',
    code: 'caa_forbids_issuance',
    reason: 'caa_not_understood',
    hasBareTarget: true,
    prepare: rightBut((dns, { zone }) => dns.set(zone, 'CAA', ['128 isue "pebble.letsencrypt.org"'])),
  },
  {
    what: 'The name servers answer CAA queries with an error, and the target has no CAA records.',
    code: 'caa_forbids_issuance',
    reason: 'caa_unreadable',
    hasBareTarget: true,
    prepare: rightBut((dns, { zone }) => dns.fail(zone)),
  },
  {
    what: 'The service’s own CAA records at the target name a former account.',
    code: 'caa_forbids_issuance',
    reason: 'caa_at_target',
    hasBareTarget: true,
    prepare: rightBut((dns, { target }) => dns.set(target, 'CAA', [OF_ANOTHER_ACCOUNT])),
  },
];

/** Faults of name servers, resolvers and the registry with a correct record, and CAA records with a correct CNAME. */
export const SERVER_SITUATIONS: readonly Situation[] = [
  {
    what: 'The chain continues in another zone, whose name servers do not answer.',
    code: 'dns_validation_failed',
    reason: 'chain_unanswered',
    prepare: async (dns, { hostname, zone, target }) => {
      await dns.set(hostname, 'CNAME', [`alias.other-${zone}`]);
      await dns.set(`alias.other-${zone}`, 'CNAME', [target]);
      await dns.silent(`other-${zone}`);
    },
  },
  {
    what: 'The record is new, and resolvers have cached that there was none.',
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
    what: 'The name servers answer with an error (SERVFAIL).',
    code: 'dns_validation_failed',
    reason: 'servfail',
    prepare: rightBut((dns, { hostname }) => dns.fail(hostname)),
  },
  {
    what: 'The zone’s DNSSEC signatures are invalid.',
    code: 'dns_validation_failed',
    reason: 'dnssec_bogus',
    prepare: rightBut((dns, { zone }) => dns.sign(zone, 'bogus')),
  },
  {
    what: 'The zone’s DNSSEC signatures have expired.',
    code: 'dns_validation_failed',
    reason: 'dnssec_expired',
    prepare: rightBut((dns, { zone }) => dns.sign(zone, 'expired')),
  },
  {
    what: 'The zone has moved, but the registry’s DS record still names a key of the former provider.',
    code: 'dns_validation_failed',
    reason: 'dnssec_key_missing',
    prepare: rightBut((dns, { zone }) => dns.sign(zone, 'missing-key')),
  },
  {
    what: 'The customer’s CAA records allow only other certificate authorities, but the target has the service’s own records, which count instead.',
    prepare: rightBut((dns, { zone }) => dns.set(zone, 'CAA', ['0 issue "another-ca.example"'])),
  },
  ...CAA_SITUATIONS,
];
