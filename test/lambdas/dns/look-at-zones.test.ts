import { type Answer, AUTHORITATIVE_ANSWER, CHECKING_DISABLED } from 'dns-packet';
import { describe, expect, it } from 'vitest';
import { lookAtCname, lookAtValidation } from '../../../lambdas/dns/look-at-cname.ts';
import { dnsReaders, type QueryTimeouts } from '../../../lambdas/dns/walk/dns-reader.gateway.ts';
import { unmatchedFinding } from '../../../lambdas/lifecycle/dns-transition.ts';
import type { Validation } from '../../../lambdas/model/domains/domain-row.schema.ts';
import { dnsTree, type TestZone } from './walk/dns-tree.ts';
import { answering, type Behaviour, nameServerOnLoopback, response } from './wire/name-server-on-loopback.ts';
import { extendedErrorOption, optRecord } from './wire/opt-record.ts';

const now = new Date('2026-11-22T07:00:00.000Z');
const hostname = 'shop.acme.test';
const target = 'ownlabel22222222.target.net';
const domain = { url: hostname, cname: { target }, organizationId: 'org_mine' };
/** Long time-outs for tests that count queries: on a busy machine, late answers would cause repeated queries. */
const UNHURRIED: QueryTimeouts = { tryMs: 20_000, graceMs: 20_000 };
const HOUR_MS = 3_600_000;
const servers = { ownerOfLabel: async () => undefined };

const root: TestZone = { servers: { 'a.root': { address: '192.0.2.10' }, 'b.root': { address: '192.0.2.11' } }, has: {} };
const topLevel: TestZone = { servers: { 'a.nic.test': { address: '192.0.2.12' } }, has: {} };
const [ns1, ns2] = [{ address: '192.0.2.16' }, { address: '192.0.2.17' }];
const acme = (has: TestZone['has'], more: Partial<TestZone> = {}): Record<string, TestZone> => ({
  '': root,
  test: topLevel,
  'acme.test': { servers: { 'ns1.acme.test': ns1, 'ns2.acme.test': ns2 }, has, ...more },
});
const right = { [`CNAME ${hostname}`]: [target] };

/** One check of these zones. `resolver` answers for the validating resolver. */
async function look(
  zones: Record<string, TestZone>,
  resolver = answering([{ type: 'CNAME', name: hostname, ttl: 60, data: target }]),
  budgetMs?: number,
  patience: QueryTimeouts = {},
  validation?: Validation,
) {
  await using tree = await dnsTree(zones);
  await using validator = await nameServerOnLoopback(resolver);
  const openDnsReader = dnsReaders({ ...tree, nameServers: [validator.label] }, patience);
  const at = () =>
    validation
      ? lookAtValidation({ openDnsReader }, domain, validation, now, budgetMs)
      : lookAtCname({ openDnsReader, servers, baseTarget: 'target.net' }, domain, now, budgetMs);
  const seen = await at();
  const cold = tree.questions() + validator.queries.length;
  const again = await at();
  return { seen, again, cold, warm: tree.questions() + validator.queries.length - cold, tree };
}

describe('a check of the zones themselves', () => {
  it('walks from the root to the CNAME, and remembers the way: 5 questions, then 3', async () => {
    const { seen, again, cold, warm } = await look(acme(right), undefined, HOUR_MS, UNHURRIED);
    expect(seen).toMatchObject({ kind: 'cname-matched', hosting: { zone: 'acme.test' } });
    expect(again).toMatchObject({ kind: 'cname-matched' });
    expect([cold, warm]).toEqual([5, 3]);
  });

  it('says who has answered what', async () => {
    const { evidence } = (await look(acme({}))).seen;
    expect(evidence[0]).toMatchObject({
      server: expect.stringMatching(/^ns[12]\.acme\.test \(192\.0\.2\.1[67]\)$/),
      answer: 'the name does not exist (NXDOMAIN)',
    });
  });

  it('names the record type that is missing, as people spell it', async () => {
    const { evidence } = (await look(acme({ [`TXT below.${hostname}`]: ['x'] }))).seen;
    expect(evidence[0]?.answer).toMatch(/^the name exists without an (A|AAAA) record \(NOERROR\)$/);
  });

  it('asks resolvers for the addresses of name servers that the zone above does not give', async () => {
    const zones = acme(right, { isGlueless: true });
    const resolver: Behaviour = (query) => {
      const { name = '', type } = query.questions?.[0] ?? {};
      const data = type === 'A' ? ns1.address : target;
      return response(query, { answers: [{ type: type === 'A' ? 'A' : 'CNAME', name, ttl: 60, data }] });
    };
    expect((await look(zones, resolver)).seen).toMatchObject({ kind: 'cname-matched' });
  });

  it.each<[string, Record<string, TestZone>, object]>([
    ['no record', acme({ 'A www.acme.test': ['198.51.100.7'] }), { kind: 'cname-missing', evidence: [{}] }],
    [
      'addresses instead of it',
      acme({ [`A ${hostname}`]: ['198.51.100.7'], [`AAAA ${hostname}`]: ['2001:db8::7'] }),
      { kind: 'cname-missing', reason: 'address_instead', observed: '198.51.100.7, 2001:db8::7' },
    ],
    [
      'the addresses of a proxy',
      acme({ [`A ${hostname}`]: ['104.16.0.7'] }),
      { kind: 'cname-missing', reason: 'proxy_addresses', observed: '104.16.0.7' },
    ],
    [
      'no such domain',
      { '': root, test: topLevel },
      { kind: 'cname-missing', reason: 'domain_not_registered', observed: 'acme.test' },
    ],
    [
      'the name doubled',
      acme({ [`CNAME ${hostname}.acme.test`]: [target] }),
      { kind: 'cname-missing', reason: 'doubled_name', observed: `${hostname}.acme.test CNAME ${target}` },
    ],
    [
      'other name servers than the registry lists',
      acme({}, { ownServers: ['ns1.new.example', 'ns2.new.example'] }),
      { kind: 'cname-missing', reason: 'name_servers_differ', observed: 'ns1.new.example, ns2.new.example' },
    ],
    [
      'nothing amiss with name servers of which the registry lists one',
      acme({}, { ownServers: ['ns1.acme.test', 'ns2.acme.test', 'ns3.acme.test'] }),
      { kind: 'cname-missing', reason: undefined },
    ],
    [
      'a top-level domain that is mistyped',
      { '': root },
      { kind: 'cname-missing', reason: 'domain_not_registered', observed: 'acme.test' },
    ],
    [
      'a registry that is silent, for which nobody can do anything',
      { '': root, test: { ...topLevel, servers: { 'a.nic.test': { address: '192.0.2.12', is: 'silent' } } } },
      { kind: 'dns-unknown', reason: undefined },
    ],
    [
      'the name doubled with a zone of its own below the domain',
      {
        ...acme({}),
        'shop.acme.test': {
          servers: { 'ns.shop.acme.test': { address: '192.0.2.40' } },
          has: { [`CNAME ${hostname}.${hostname}`]: [target] },
        },
      },
      { kind: 'cname-missing', reason: 'doubled_name', observed: `${hostname}.${hostname} CNAME ${target}` },
    ],
    [
      'two servers that disagree',
      acme(right, { servers: { 'ns1.acme.test': ns1, 'ns2.acme.test': { ...ns2, has: {} } } }),
      { kind: 'dns-unknown', reason: 'servers_disagree', evidence: [{}, {}] },
    ],
    [
      'servers that do not serve it',
      acme(right, { servers: { 'ns1.acme.test': { ...ns1, is: 'lame' }, 'ns2.acme.test': { ...ns2, is: 'lame' } } }),
      { kind: 'dns-unknown', reason: 'lame_servers' },
    ],
    [
      'servers that fail',
      acme(right, { servers: { 'ns1.acme.test': { ...ns1, is: 'servfail' }, 'ns2.acme.test': { ...ns2, is: 'servfail' } } }),
      { kind: 'dns-unknown', reason: 'servfail' },
    ],
    [
      'one server that does not serve it, and one that does',
      acme(right, { servers: { 'ns1.acme.test': { ...ns1, is: 'lame' }, 'ns2.acme.test': ns2 } }),
      { kind: 'cname-matched' },
    ],
    [
      'a CNAME that a wildcard record gives to every name',
      acme({ [`CNAME ${hostname}`]: ['shops.example'], 'CNAME _cps-wildcard-probe.acme.test': ['shops.example'] }),
      { kind: 'cname-elsewhere', actualTarget: 'shops.example', reason: 'wildcard_answer' },
    ],
    [
      'one server that is silent, and one that answers',
      acme(right, { servers: { 'ns1.acme.test': { ...ns1, is: 'silent' }, 'ns2.acme.test': ns2 } }),
      { kind: 'cname-matched' },
    ],
  ])('finds %s', async (_, zones, finding) => {
    expect({ reason: undefined, ...(await look(zones)).seen }).toMatchObject(finding);
  });
});

describe('a check of the record of a validation', () => {
  const name = `_acme-challenge.${hostname}`;
  const lookAtRecord = async (zones: Record<string, TestZone>) =>
    (await look(zones, undefined, undefined, {}, { target: 'secret.validation.net', state: 'missing' })).seen;
  const beside = '_cps-wildcard-probe.shop.acme.test';
  const away = (is?: 'lame' | 'silent' | 'servfail', has: TestZone['has'] = {}): Record<string, TestZone> => ({
    ...acme({}),
    [name]: { servers: { 'ns2.other.test': { address: '192.0.2.41', ...(is && { is }) } }, has, glue: ['ns2.other.test'] },
  });

  it.each<[string, Record<string, TestZone>, object]>([
    ['addresses of its own', acme({ [`A ${name}`]: ['198.51.100.7'] }), { reason: 'address_instead', observed: '198.51.100.7' }],
    [
      'the addresses of a wildcard record above the hostname, which it names',
      acme({
        [`A ${name}`]: ['198.51.100.7'],
        [`AAAA ${name}`]: ['2001:db8::7'],
        [`A ${beside}`]: ['198.51.100.7'],
        [`AAAA ${beside}`]: ['2001:db8::7'],
        'A *.acme.test': ['198.51.100.7'],
        'AAAA *.acme.test': ['2001:db8::7'],
      }),
      { reason: 'wildcard_answer', observed: '*.acme.test A 198.51.100.7, 2001:db8::7' },
    ],
    [
      'the addresses of a wildcard record that hides',
      acme({ [`AAAA ${name}`]: ['2001:db8::7'], [`AAAA ${beside}`]: ['2001:db8::7'] }),
      { reason: 'wildcard_answer', observed: '2001:db8::7' },
    ],
    ['other name servers, to which it is delegated', away(), { reason: 'name_servers_differ' }],
    ['other name servers that are lame', away('lame'), { reason: 'name_servers_differ' }],
    ['other name servers that are silent', away('silent'), { reason: 'name_servers_differ' }],
    ['other name servers that fail', away('servfail'), { reason: 'name_servers_differ' }],
    [
      'other name servers, with a TXT record there',
      away(undefined, { [`TXT ${name}`]: ['a-digest'] }),
      { reason: 'name_servers_differ' },
    ],
  ])('finds %s', async (_, zones, found) => {
    const seen = await lookAtRecord(zones);
    expect(seen).toMatchObject({ kind: 'cname-missing', ...found });
    if (seen.kind === 'cname-missing' && seen.reason === 'name_servers_differ') {
      expect(seen.observed).toBe(`${name} NS ns2.other.test`);
      expect(seen.evidence.at(-1)).toMatchObject({ asked: `NS ${name}`, answer: 'ns2.other.test' });
      expect(seen.hosting).toBeUndefined();
    }
  });
});

it('a check of the zones themselves finds an AAAA record where one of two servers is silent', async () => {
  const has = { [`AAAA ${hostname}`]: ['2001:db8::7'] };
  const zones = acme(has, { servers: { 'ns1.acme.test': { ...ns1, is: 'silent' }, 'ns2.acme.test': ns2 } });
  const { seen } = await look(zones, undefined, undefined, { tryMs: 500 });
  expect(seen).toMatchObject({ kind: 'cname-missing', reason: 'address_instead', observed: '2001:db8::7' });
});

describe('name servers of which the zone above gives one address', () => {
  const servers = (is?: 'silent' | 'lame') => ({ 'ns1.acme.test': { ...ns1, ...(is && { is }) }, 'ns.other.net': ns2 });
  const zones = (is?: 'silent' | 'lame') => acme(right, { servers: servers(is), glue: ['ns1.acme.test'] });
  /** Resolves the other server's name, after `failing` failed queries for it. */
  const resolver = (failing = 0): Behaviour => {
    let failed = 0;
    return (query) => {
      const { name = '', type } = query.questions?.[0] ?? {};
      if (type === 'A' && failed++ < failing) return response(query, { flags: 2 });
      const data = type === 'A' ? ns2.address : target;
      return response(query, { answers: [{ type: type === 'A' ? 'A' : 'CNAME', name, ttl: 60, data }] });
    };
  };

  it.each(['silent', 'lame'] as const)('are all asked where the one that it gives is %s', async (is) => {
    expect((await look(zones(is), resolver())).seen).toMatchObject({ kind: 'cname-matched' });
  });

  it('are looked up again after a failure', async () => {
    const { seen, again } = await look(zones('lame'), resolver(1), 3_000);
    expect([seen, again]).toMatchObject([{ kind: 'dns-unknown' }, { kind: 'cname-matched' }]);
  });
});

describe('a name server that cannot be asked', () => {
  const glueless = (more: Partial<TestZone> = {}) => acme(right, { isGlueless: true, ...more });
  const addressOf = (address: string | undefined): Behaviour =>
    answering(address === undefined ? [] : [{ type: 'A', name: 'ns1.acme.test', ttl: 60, data: address }]);

  it.each([
    ['has a private address', '10.0.0.53', '10.0.0.53 is no address on the public internet'],
    ['has a loopback address', '127.0.0.1', '127.0.0.1 is no address on the public internet'],
    ['has no address', undefined, 'ns1.acme.test has no IPv4 address'],
  ])('is left out, and the observation says so: it %s', async (_, address, why) => {
    const { seen, tree } = await look(glueless({ servers: { 'ns1.acme.test': ns1 } }), addressOf(address));
    expect(seen).toMatchObject({ kind: 'dns-unknown', reason: 'servers_not_public' });
    expect(seen.evidence).toMatchObject([{ answer: `never asked: ${why}` }]);
    expect(tree.questions(ns1.address)).toBe(0);
  });

  it('leaves it to the other to say what is wrong', async () => {
    const servers = { 'ns1.acme.test': { ...ns1, is: 'lame' as const }, 'ns2.acme.test': ns2 };
    const resolver: Behaviour = (query) => {
      const { name = '' } = query.questions?.[0] ?? {};
      const data = name.startsWith('ns1') ? ns1.address : '10.0.0.53';
      return response(query, { answers: [{ type: 'A', name, ttl: 60, data }] });
    };
    expect((await look(glueless({ servers }), resolver)).seen).toMatchObject({ kind: 'dns-unknown', reason: 'lame_servers' });
  });

  it('is told apart from one whose address DNS does not say', async () => {
    const { seen } = await look(glueless(), answering([], 2), 1_000);
    expect(seen).toMatchObject({ kind: 'dns-unknown', reason: 'servers_silent' });
    expect(seen.evidence).toMatchObject([{ answer: expect.stringMatching(/could not be looked up/) }, {}]);
  });
});

describe('a chain of CNAMEs through a zone of somebody else', () => {
  const other = (more: Partial<TestZone['servers'][string]>): Record<string, TestZone> => ({
    ...acme({ [`CNAME ${hostname}`]: ['alias.other.test'] }),
    'other.test': {
      servers: { 'ns.other.test': { address: '192.0.2.30', ...more } },
      has: { 'CNAME alias.other.test': [target] },
    },
  });

  it('matches where it ends here', async () => {
    expect((await look(other({}))).seen).toMatchObject({ kind: 'cname-matched', hosting: { zone: 'acme.test' } });
  });

  it.each(['silent', 'lame', 'servfail'] as const)(
    'names that zone, not the hostname’s own, where its server is %s',
    async (is) => {
      const { seen } = await look(other({ is }), undefined, 1_500, { tryMs: 200 });
      expect(seen).toMatchObject({
        kind: 'dns-unknown',
        reason: 'chain_unanswered',
        observed: 'alias.other.test in the zone other.test',
        evidence: [{ asked: `A ${hostname}` }, { asked: 'A alias.other.test', server: 'ns.other.test (192.0.2.30)' }],
      });
    },
  );
});

describe('a CNAME that the zone shows', () => {
  const SERVFAIL = 2;
  const expired = optRecord({ options: [extendedErrorOption(7)] });
  /** A resolver that fails validation, but answers when checking is disabled. */
  const refusing =
    (options: Answer): Behaviour =>
    (query) =>
      (query.flags ?? 0) & CHECKING_DISABLED
        ? response(query, { answers: [{ type: 'CNAME', name: hostname, ttl: 60, data: target }] })
        : response(query, { flags: SERVFAIL, additionals: [options] });
  const remembering: Behaviour = (query) => {
    const data = { mname: 'ns.test', rname: 'admin.test', serial: 1, refresh: 60, retry: 60, expire: 60, minimum: 600 };
    return response(query, { flags: 3, authorities: [{ type: 'SOA', name: 'acme.test', ttl: 600, data }] });
  };

  it.each<[string, Behaviour, object]>([
    ['behind signatures that do not hold', refusing(optRecord()), { kind: 'dns-unknown', reason: 'dnssec_bogus' }],
    ['behind signatures that have expired', refusing(expired), { kind: 'dns-unknown', reason: 'dnssec_expired' }],
    [
      'while resolvers remember that it was not there, and until when',
      remembering,
      { kind: 'dns-unknown', reason: 'negative_cache', observed: '2026-11-22T07:11Z' },
    ],
    ['and a resolver that fails altogether says nothing against it', answering([], SERVFAIL), { kind: 'cname-matched' }],
    ['and a silent resolver says nothing against it', () => undefined, { kind: 'cname-matched' }],
  ])('%s', async (_, resolver, finding) => {
    expect((await look(acme(right), resolver, 1_000)).seen).toMatchObject(finding);
  });

  it.each<[string, Behaviour]>([
    ['the other has it', answering([{ type: 'CNAME', name: hostname, ttl: 60, data: target }])],
    ['the other is silent', () => undefined],
    ['the other fails altogether', answering([], SERVFAIL)],
  ])('is seen where one of two resolvers refuses it and %s', async (__, behaviour) => {
    await using tree = await dnsTree(acme(right));
    await using one = await nameServerOnLoopback(refusing(expired));
    await using other = await nameServerOnLoopback(behaviour);
    const openDnsReader = dnsReaders({ ...tree, nameServers: [one.label, other.label] });
    const seen = await lookAtCname({ openDnsReader, servers, baseTarget: 'target.net' }, domain, now, 2_000);
    expect(seen).toMatchObject({ kind: 'cname-matched' });
  });

  it('beside addresses is not enough', async () => {
    const both: Behaviour = (query) => {
      const { name = '', type } = query.questions?.[0] ?? {};
      const isCname = type === 'CNAME';
      const record = { type: isCname ? 'CNAME' : 'A', name, ttl: 60, data: isCname ? target : '198.51.100.7' } as Answer;
      return response(query, { flags: AUTHORITATIVE_ANSWER, answers: type === 'AAAA' ? [] : [record] });
    };
    const zones = acme({}, { servers: { 'ns1.acme.test': { ...ns1, answers: both } } });
    const { seen } = await look(zones);
    expect(seen).toMatchObject({ kind: 'cname-missing', reason: 'record_beside_cname', observed: '198.51.100.7' });
    if (seen.kind === 'cname-missing') expect(unmatchedFinding(seen).code).toBe('conflicting_records');
  });
});

describe('a zone whose servers are all silent', () => {
  const silentZone = acme(
    {},
    {
      servers: { 'ns1.acme.test': { ...ns1, is: 'silent' }, 'ns2.acme.test': { ...ns2, is: 'silent' } },
    },
  );
  const IMPATIENT: QueryTimeouts = { tryMs: 60, graceMs: 20 };
  const other = { ...domain, url: 'other.acme.test' };

  it('is unknown for the next check of any of its names at once, which asks nobody', async () => {
    await using tree = await dnsTree(silentZone);
    const openDnsReader = dnsReaders({ ...tree, nameServers: ['127.0.0.1:9'] }, IMPATIENT);
    const ports = { openDnsReader, servers, baseTarget: 'target.net' };
    const first = await lookAtCname(ports, domain, now);
    const asked = tree.questions();
    const next = await lookAtCname(ports, other, now);
    expect(first).toMatchObject({ kind: 'dns-unknown', reason: 'servers_silent' });
    expect(next).toMatchObject({ kind: 'dns-unknown', reason: 'servers_silent' });
    expect(next.evidence[0]?.answer).toMatch(/, 0 s ago; a silent zone is asked again after 60 s$/);
    expect(tree.questions()).toBe(asked);
  });

  it('is not remembered while one of them answers, or fails', async () => {
    for (const ns2Is of [undefined, 'servfail'] as const) {
      await using tree = await dnsTree(
        acme(right, {
          servers: { 'ns1.acme.test': { ...ns1, is: 'silent' }, 'ns2.acme.test': { ...ns2, ...(ns2Is && { is: ns2Is }) } },
        }),
      );
      const openDnsReader = dnsReaders({ ...tree, nameServers: ['127.0.0.1:9'] }, IMPATIENT);
      const ports = { openDnsReader, servers, baseTarget: 'target.net' };
      await lookAtCname(ports, domain, now);
      const asked = tree.questions(ns2.address);
      await lookAtCname(ports, domain, now);
      expect(tree.questions(ns2.address)).toBeGreaterThan(asked);
    }
  });
});

describe('the budget of a check', () => {
  const silent = acme({}, { servers: { 'ns1.acme.test': { ...ns1, is: 'silent' }, 'ns2.acme.test': { ...ns2, is: 'silent' } } });

  it('ends it, whatever the servers do, and unknown answers then fail nobody', async () => {
    await using tree = await dnsTree(silent);
    const openDnsReader = dnsReaders({ ...tree, nameServers: ['127.0.0.1:9'] });
    const started = performance.now();
    const seen = await lookAtCname({ openDnsReader, servers, baseTarget: 'target.net' }, domain, now, 300);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(seen).toMatchObject({ kind: 'dns-unknown' });
  });

  it('is 25 questions: a chain across eight zones, each with names of its own, ends unknown', async () => {
    const hops = Array.from({ length: 8 }, (_, n) => `hop${n}.zone${n}.test`);
    const zones = Object.fromEntries(
      hops.map((hop, n): [string, TestZone] => {
        const address = `192.0.2.${100 + n}`;
        const has = { [`CNAME ${hop}`]: [hops[n + 1] ?? target] };
        return [`zone${n}.test`, { servers: { [`ns.zone${n}.test`]: { address, is: 'silent' as const } }, has }];
      }),
    );
    await using tree = await dnsTree({ ...acme({ [`CNAME ${hostname}`]: [hops[0] ?? ''] }), ...zones });
    const openDnsReader = dnsReaders({ ...tree, nameServers: ['127.0.0.1:9'] });
    await lookAtCname({ openDnsReader, servers, baseTarget: 'target.net' }, domain, now);
    expect(tree.questions()).toBeLessThanOrEqual(25);
  });

  it('a hundred looks at once leave no socket open', async () => {
    await using tree = await dnsTree(acme(right));
    await using validator = await nameServerOnLoopback(answering([{ type: 'CNAME', name: hostname, ttl: 60, data: target }]));
    const openDnsReader = dnsReaders({ ...tree, nameServers: [validator.label] }, UNHURRIED);
    const sockets = () => process.getActiveResourcesInfo().filter((kind) => /UDP|TCPSocket/.test(kind)).length;
    const before = sockets();
    const seen = await Promise.all(
      Array.from({ length: 100 }, () => lookAtCname({ openDnsReader, servers, baseTarget: 'target.net' }, domain, now, HOUR_MS)),
    );
    expect(seen.filter(({ kind }) => kind === 'cname-matched')).toHaveLength(100);
    await new Promise(setImmediate);
    expect(sockets()).toBeLessThanOrEqual(before);
  });
});
