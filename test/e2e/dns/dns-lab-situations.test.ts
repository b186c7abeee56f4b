import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DiagnosisReason } from '../../../contract/api/error-codes.ts';
import { forbiddenByCaa, lookAtCaa } from '../../../lambdas/dns/look-at-caa.ts';
import { lookAtCname, lookAtValidation } from '../../../lambdas/dns/look-at-cname.ts';
import { dnsReaders } from '../../../lambdas/dns/walk/dns-reader.gateway.ts';
import { dnsResolver } from '../../../lambdas/dns/wire/resolver.gateway.ts';
import { unmatchedFinding } from '../../../lambdas/lifecycle/dns-transition.ts';
import type { Place, Situation } from '../../situations/situation.ts';
import { SITUATIONS } from '../../situations/situations.ts';
import { type DnsLab, startDnsLab } from './dns-lab/lab.ts';
import { labDns } from './dns-lab/lab-dns.ts';
import { missingPrograms } from './dns-lab/programs.ts';

// The situations of docs/reference/diagnosis.md on other name servers and resolvers than those of the local cloud.

const missing = missingPrograms();
if (missing.length > 0)
  console.warn(
    `The situations are not played on them, for ${missing.join(', ')} are missing: apt-get install knot bind9 bind9-utils unbound`,
  );

/** Zones that have the problem from the start. */
const ZONE_OF: Partial<Record<DiagnosisReason, string>> = {
  chain_unanswered: 'alias.test',
  dnssec_bogus: 'bogus.test',
  dnssec_expired: 'expired.test',
  dnssec_key_missing: 'missing-key.test',
  domain_not_registered: 'unregistered.test',
  lame_servers: 'lame.test',
  name_servers_differ: 'moved.test',
  servers_not_public: 'private.test',
  servers_silent: 'silent.test',
  servfail: 'servfail.test',
};

const BASE_TARGET = 'target.test';
const RECORD = '_acme-challenge.shop.plain.test';
const OWN_LABEL = `secretlabel.validation.${BASE_TARGET}`;

describe.skipIf(missing.length > 0)('a situation of docs/reference/diagnosis.md', () => {
  let lab: DnsLab;
  let dns: ReturnType<typeof labDns>;
  beforeAll(async () => {
    lab = await startDnsLab();
    dns = labDns(lab);
  });
  afterAll(() => lab?.stop());

  /** Reads through the delegations from the root down, and through both resolvers. */
  function openReader() {
    const { rootServers, nameServerEndpoints } = lab;
    return dnsReaders({ rootServers, nameServers: Object.values(lab.validators), nameServerEndpoints });
  }

  async function look({ hostname, target }: Place) {
    const ports = { openDnsReader: openReader(), servers: { ownerOfLabel: async () => undefined }, baseTarget: BASE_TARGET };
    return lookAtCname(ports, { url: hostname, cname: { target }, organizationId: 'org_mine' }, new Date());
  }

  /** The CAA records that forbid issuance, according to the resolvers. */
  async function forbidden({ hostname }: Place) {
    const resolve = dnsResolver({ nameServers: Object.values(lab.validators) });
    const caaIdentities = async () => ['pebble.letsencrypt.org'];
    const ports = { resolve, caaIdentities, accountUrl: async () => 'https://ca.example/acct/ours', baseTarget: BASE_TARGET };
    return forbiddenByCaa(await lookAtCaa(ports, hostname, new Date()));
  }

  it.each(
    SITUATIONS.filter((situation) => !whyNot(situation)).map((situation): [string, Situation] => [situation.what, situation]),
  )('is reported as it says there on Knot, BIND and Unbound: %s', async (_, { code, reason, prepare }) => {
    const zone = (reason && ZONE_OF[reason]) ?? 'plain.test';
    const place = { zone, hostname: `shop.${zone}`, target: `ownlabel22222222.${BASE_TARGET}` };
    await dns.clear();
    await prepare(dns, place);
    const seen = await look(place);
    const told = seen.kind === 'cname-matched' ? await forbidden(place) : unmatchedFinding(seen);
    expect([told?.code, told?.reason], JSON.stringify(seen.evidence)).toEqual([code, reason]);
  });

  it.each<[string, [name: string, type: string, value: string][], object]>([
    ['leads to its label', [[RECORD, 'CNAME', OWN_LABEL]], { kind: 'cname-matched' }],
    [
      'is missing, and the addresses of a wildcard record of the owner answer in its place',
      [['*.plain.test', 'A', '203.0.113.9']],
      { kind: 'cname-missing', reason: 'wildcard_answer', observed: '*.plain.test A 203.0.113.9' },
    ],
    [
      'is missing, and a wildcard CNAME of the owner answers in its place',
      [['*.plain.test', 'CNAME', 'shops.example.net']],
      { kind: 'cname-missing', reason: 'wildcard_answer', observed: '*.plain.test CNAME shops.example.net' },
    ],
    [
      'is missing beside a wildcard that answers for it no more, as its name exists by another',
      [
        ['*.plain.test', 'A', '203.0.113.9'],
        ['shop.plain.test', 'A', '203.0.113.9'],
      ],
      { kind: 'cname-missing', hosting: { zone: 'plain.test' } },
    ],
    [
      'cannot be seen, because its name is delegated to name servers that do not have it',
      [[RECORD, 'NS', 'first.servers.test.']],
      { kind: 'cname-missing', reason: 'name_servers_differ', observed: `${RECORD} NS first.servers.test` },
    ],
  ])('of the record of a validation is found on Knot, BIND and Unbound: it %s', async (_, records, found) => {
    await dns.clear();
    for (const [name, type, value] of records) await dns.set(name, type, [value]);
    const place = { url: 'shop.plain.test', organizationId: 'org_mine' };
    const validation = { target: OWN_LABEL, state: 'missing' as const };
    const seen = await lookAtValidation({ openDnsReader: openReader() }, place, validation, new Date());
    expect(seen, JSON.stringify(seen.evidence)).toMatchObject(found);
  });

  it('that is not played on Knot, BIND and Unbound has its reason', () => {
    expect(SITUATIONS.flatMap((situation) => whyNot(situation) ?? [])).toEqual([
      'BIND and Unbound keep nothing in this lab, so that each test sees what was set last',
      'The target lies in no zone of this lab',
      'Knot fails for a whole zone: then the CNAME record is not seen either',
      'The target lies in no zone of this lab',
    ]);
  });
});

/** Why a situation is skipped; undefined: it runs. */
function whyNot({ what, reason }: Situation): string | undefined {
  if (reason === 'negative_cache') return 'BIND and Unbound keep nothing in this lab, so that each test sees what was set last';
  if (reason === 'caa_at_target' || /target has the service’s own/.test(what)) return 'The target lies in no zone of this lab';
  if (reason === 'caa_unreadable') return 'Knot fails for a whole zone: then the CNAME record is not seen either';
  return undefined;
}
