import { describe, expect, it } from 'vitest';
import { nameToQuery } from '../../../contract/domain-name.ts';
import { type ExpectedCname, lookAtCname, lookAtValidation } from '../../../lambdas/dns/look-at-cname.ts';
import { type DnsReader, recursiveReader } from '../../../lambdas/dns/walk/dns-reader.ts';
import { claimRecord } from '../../../lambdas/model/domains/claim.ts';
import { unclaimedServer } from '../../../lambdas/model/servers/server.ts';
import type { DnsAnswer } from '../../../lambdas/shared/net/resolve.ts';
import { ServiceSecret } from '../../../lambdas/shared/secrets/service-secret.ts';
import { answer, nobodyAnswers, noSuchName, resolverKnowing, servfail } from '../shared/net/answers.ts';

const now = new Date('2026-11-21T07:00:00.000Z');
const baseTarget = 'target.example';
const domain = { url: 'shop.customer.com', cname: { target: `ownlabel22222222.${baseTarget}` }, organizationId: 'org_mine' };
const owners: Record<string, [organizationId: string, serverId: number]> = {
  ownlabel22222222: ['org_mine', 1],
  ownsecond3333333: ['org_mine', 78],
  ownformer6666666: ['org_mine', 5],
  foreignlabel4444: ['org_other', 1],
};

function look(known: Record<string, string[] | DnsAnswer>, moved: Pick<ExpectedCname, 'move' | 'retireFrom'> = {}) {
  const resolve = resolverKnowing(known);
  const labelsAsked: string[] = [];
  const servers = {
    async ownerOfLabel(label: string) {
      labelsAsked.push(label);
      const [organizationId, serverId] = owners[label] ?? [];
      return organizationId === undefined || serverId === undefined ? undefined : { organizationId, serverId };
    },
    get: async (organizationId: string, id: number) => unclaimedServer(organizationId, id, 'x', now, 'Web 2'),
  };
  const expected = { ...domain, ...moved };
  return {
    seen: lookAtCname({ openDnsReader: () => recursiveReader(resolve), servers, baseTarget }, expected, now),
    asked: resolve.asked,
    labelsAsked,
  };
}

it("a CNAME matches when it points to the domain's own target, without a read of the table", async () => {
  const { seen, asked, labelsAsked } = look({ 'CNAME shop.customer.com': [domain.cname.target] });
  expect(await seen).toMatchObject({ kind: 'cname-matched' });
  expect(asked).toEqual(['CNAME shop.customer.com']);
  expect(labelsAsked).toEqual([]);
});

describe('a CNAME to another server of the same organization', () => {
  const toSecond = { 'CNAME shop.customer.com': [`ownsecond3333333.${baseTarget}`] };
  const otherServer = { reason: 'other_server', otherServer: { id: 78, name: 'Web 2' } };

  it('does not match, and which server it leads to is told by number and name', async () => {
    const actualTarget = `ownsecond3333333.${baseTarget}`;
    expect(await look(toSecond).seen).toMatchObject({ kind: 'cname-elsewhere', actualTarget, ...otherServer });
  });

  it('is told apart also at the end of a detour', async () => {
    const { seen } = look({
      'CNAME shop.customer.com': ['www.customer.com'],
      'CNAME www.customer.com': Object.values(toSecond)[0] ?? [],
    });
    expect(await seen).toMatchObject({ kind: 'cname-elsewhere', actualTarget: 'www.customer.com', ...otherServer });
  });

  it.each([
    ['that a domain on its way is leaving', { move: { fromServerId: 78, state: 'awaiting_dns' as const } }, true],
    [
      'that a domain has been sent to on its way',
      { move: { fromServerId: 5, state: 'installing' as const }, retireFrom: [78] },
      true,
    ],
    ['that a domain on its way has nothing to do with', { move: { fromServerId: 5, state: 'installing' as const } }, false],
    ['that a domain without a move has left', { retireFrom: [78] }, false],
  ])('%s', async (_, moved, isMatch) => {
    expect((await look(toSecond, moved).seen).kind).toBe(isMatch ? 'cname-matched' : 'cname-elsewhere');
  });
});

it('a CNAME matches when the chain passes the label on a detour', async () => {
  const { seen, asked } = look({
    'CNAME shop.customer.com': ['tenants.integrator.com'],
    'CNAME tenants.integrator.com': [domain.cname.target],
  });
  expect(await seen).toMatchObject({ kind: 'cname-matched', evidence: [{}, {}] });
  expect(asked).toEqual(['CNAME shop.customer.com', 'CNAME tenants.integrator.com']);
});

describe('a CNAME proves nothing', () => {
  const elsewhere = { kind: 'cname-elsewhere' };

  it.each([
    ['a label of another organization', `foreignlabel4444.${baseTarget}`],
    ['a label that nobody has', `nobodyslabel5555.${baseTarget}`],
    ['the bare base target', baseTarget],
    ['a name below a label', `x.ownsecond3333333.${baseTarget}`],
    ['a name that only ends like the base target', `ownlabel22222222.not${baseTarget}`],
  ])('at %s', async (_what, actualTarget) => {
    const { seen } = look({ 'CNAME shop.customer.com': [actualTarget] });
    expect(await seen).toMatchObject({ ...elsewhere, actualTarget });
  });

  it('at the label of another organization, and looks exactly like one that nobody has: no word about the owner', async () => {
    const foreign = JSON.stringify(await look({ 'CNAME shop.customer.com': [`foreignlabel4444.${baseTarget}`] }).seen);
    const nobodys = JSON.stringify(await look({ 'CNAME shop.customer.com': [`nobodyslabel5555.${baseTarget}`] }).seen);
    expect(foreign.replaceAll('foreignlabel4444', 'LABEL')).toBe(nobodys.replaceAll('nobodyslabel5555', 'LABEL'));
  });

  it('at a name under the base target, which is reported whatever the detour: it may be the server that a domain leaves', async () => {
    const ownName = `nobodyslabel5555.${baseTarget}`;
    const { seen } = look({ 'CNAME shop.customer.com': ['www.customer.com'], 'CNAME www.customer.com': [ownName] });
    expect(await seen).toMatchObject({ ...elsewhere, actualTarget: 'www.customer.com', ownName });
    expect(await look({ 'CNAME shop.customer.com': ['a.cdn.net'] }).seen).not.toHaveProperty('ownName');
  });

  it('when the chain ends elsewhere, and the first target is what the customer sees', async () => {
    const { seen } = look({ 'CNAME shop.customer.com': ['a.cdn.net'], 'CNAME a.cdn.net': ['b.cdn.net'] });
    expect(await seen).toMatchObject({ ...elsewhere, actualTarget: 'a.cdn.net' });
  });

  it('in a loop', async () => {
    const { seen } = look({ 'CNAME shop.customer.com': ['a.cdn.net'], 'CNAME a.cdn.net': ['shop.customer.com'] });
    expect(await seen).toMatchObject({ ...elsewhere, actualTarget: 'a.cdn.net', reason: 'cname_loop' });
  });

  it('after eight hops', async () => {
    const hops = Array.from({ length: 12 }, (_, n) => [`CNAME hop${n}.net`, [`hop${n + 1}.net`]]);
    const { seen, asked } = look({ 'CNAME shop.customer.com': ['hop0.net'], ...Object.fromEntries(hops) });
    expect(await seen).toMatchObject({ ...elsewhere, reason: 'chain_too_long' });
    expect(asked).toHaveLength(8);
  });

  it('with a typo, and says so', async () => {
    const { seen } = look({ 'CNAME shop.customer.com': [domain.cname.target.replace('22222222', '2222222')] });
    expect(await seen).toMatchObject({ ...elsewhere, reason: 'target_typo' });
  });
});

describe('the bare base target', () => {
  const serviceSecret = ServiceSecret.fromJson(JSON.stringify({ 1: 'x'.repeat(64) }));
  const { name, value } = claimRecord('org_mine', domain.url, serviceSecret);
  const bare = { [`CNAME ${domain.url}`]: [baseTarget] };

  function lookWith(known: Record<string, string[] | DnsAnswer>, secret = serviceSecret) {
    const resolve = resolverKnowing({ ...bare, ...known });
    const servers = { ownerOfLabel: async () => undefined };
    return {
      seen: lookAtCname(
        { openDnsReader: () => recursiveReader(resolve), servers, baseTarget, serviceSecret: secret },
        domain,
        now,
      ),
      asked: resolve.asked,
    };
  }

  it('matches together with the TXT proof, and both are evidence', async () => {
    const seen = await lookWith({ [`TXT ${name}`]: ['other text', value] }).seen;
    expect(seen.kind).toBe('cname-matched');
    expect(seen.evidence.map(({ asked }) => asked)).toEqual([`CNAME ${domain.url}`, `TXT ${name}`]);
  });

  it('with the TXT proof does not match while resolvers remember that there was no record', async () => {
    const negative = { server: 'a', kind: 'absent' as const, seconds: 300 };
    const resolve = resolverKnowing({ ...bare, [`TXT ${name}`]: [value] });
    const openDnsReader = () => ({ ...recursiveReader(resolve), opinions: async () => [negative, { ...negative, server: 'b' }] });
    const servers = { ownerOfLabel: async () => undefined };
    const seen = await lookAtCname({ openDnsReader, servers, baseTarget, serviceSecret }, domain, now);
    expect(seen).toMatchObject({ kind: 'dns-unknown', reason: 'negative_cache' });
    expect(seen.evidence.map(({ asked }) => asked)).toContain(`TXT ${name}`);
  });

  it('matches with a proof that an earlier version of the secret has made', async () => {
    const rotated = ServiceSecret.fromJson(JSON.stringify({ 1: 'x'.repeat(64), 2: 'y'.repeat(64) }));
    expect(await lookWith({ [`TXT ${name}`]: [value] }, rotated).seen).toMatchObject({ kind: 'cname-matched' });
  });

  it.each<[string, string[]]>([
    ['no proof', []],
    ['the proof of another organization', [claimRecord('org_other', domain.url, serviceSecret).value]],
    ['the proof of another hostname', [claimRecord('org_mine', 'b.customer.com', serviceSecret).value]],
  ])('is elsewhere with %s', async (_, values) => {
    expect(await lookWith({ [`TXT ${name}`]: values }).seen).toMatchObject({ kind: 'cname-elsewhere', actualTarget: baseTarget });
  });

  it('is unknown while nobody can say whether the proof is there', async () => {
    expect(await lookWith({ [`TXT ${name}`]: servfail }).seen).toMatchObject({ kind: 'dns-unknown' });
  });

  it('is the only target for which the proof is looked up', async () => {
    const { seen, asked } = lookWith({ [`CNAME ${domain.url}`]: ['elsewhere.net'], [`TXT ${name}`]: [value] });
    expect(await seen).toMatchObject({ kind: 'cname-elsewhere' });
    expect(asked.filter((question) => question.startsWith('TXT'))).toEqual([]);
  });
});

it.each([
  ['the name exists without one', answer([])],
  ['the name does not exist', noSuchName],
])('a CNAME is missing when %s', async (_what, seenAnswer) => {
  expect(await look({ 'CNAME shop.customer.com': seenAnswer }).seen).toMatchObject({ kind: 'cname-missing', evidence: [{}] });
});

describe('the target in a TXT record', () => {
  const text = (value: string) => look({ 'CNAME shop.customer.com': answer([]), 'TXT shop.customer.com': [value] }).seen;

  it.each(['', '.', '"'])('is why the CNAME is missing, however it was pasted: %s', async (end) => {
    const value = `${end === '"' ? end : ''}${domain.cname.target.toUpperCase()}${end}`;
    const seen = await text(value);
    expect(seen).toMatchObject({ kind: 'cname-missing', reason: 'txt_instead', observed: value });
    expect(seen.evidence.map(({ asked }) => asked)).toEqual(['CNAME shop.customer.com', 'TXT shop.customer.com']);
  });

  it('is another text where it has more before or behind it', async () => {
    expect(await text(`x${domain.cname.target}`)).not.toHaveProperty('reason');
    expect(await text(`${domain.cname.target}.evil.example`)).not.toHaveProperty('reason');
  });

  it('is not asked for where the name does not exist', async () => {
    const { seen, asked } = look({ 'CNAME shop.customer.com': noSuchName });
    await seen;
    expect(asked.filter((question) => question.startsWith('TXT'))).toEqual([]);
  });
});

it.each([
  ['servfail', servfail],
  ['dnssec_bogus', { ...servfail, extendedError: { code: 6, text: '' } }],
  ['servers_silent', { ...servfail, extendedError: { code: 22, text: 'no reachable authority' } }],
  [undefined, nobodyAnswers],
  [undefined, { ...servfail, rcode: 'REFUSED' }],
])('a CNAME is unknown, never missing, when DNS fails: %s', async (reason, failure) => {
  const seen = await look({ 'CNAME shop.customer.com': failure }).seen;
  expect(seen).toMatchObject({ kind: 'dns-unknown' });
  expect('reason' in seen ? seen.reason : undefined).toBe(reason);
});

it('nothing is known of a chain of CNAMEs that fails half-way', async () => {
  const { seen } = look({ 'CNAME shop.customer.com': ['a.cdn.net'], 'CNAME a.cdn.net': servfail });
  expect(await seen).toMatchObject({ kind: 'dns-unknown', reason: 'chain_unanswered', observed: 'a.cdn.net' });
});

it('the evidence has each question with its server, its answer and the time', async () => {
  const seen = await look({ 'CNAME shop.customer.com': ['a.cdn.net'], 'CNAME a.cdn.net': noSuchName }).seen;
  const common = { kind: 'dns', server: '192.0.2.53:53', at: now.toISOString() };
  expect(seen.evidence).toEqual([
    { ...common, asked: 'CNAME shop.customer.com', answer: 'shop.customer.com 60 CNAME a.cdn.net' },
    { ...common, asked: 'CNAME a.cdn.net', answer: 'the name does not exist (NXDOMAIN)' },
  ]);
});

it('the evidence quotes a failure with what the server said about it', async () => {
  const failure = { ...servfail, extendedError: { code: 22, text: 'at delegation customer.com' } };
  const seen = await look({ 'CNAME shop.customer.com': failure }).seen;
  expect(seen.evidence[0]?.answer).toBe('SERVFAIL, extended error 22 at delegation customer.com');
});

it('the evidence and the target are fit to be stored and shown, whatever a stranger put into his zone', async () => {
  const target = `\u001b[31m${'x'.repeat(600)}`;
  const seen = await look({ 'CNAME shop.customer.com': [target] }).seen;
  expect(seen.evidence[0]?.answer).not.toContain('\u001b');
  expect(seen).toMatchObject({ kind: 'cname-elsewhere', actualTarget: expect.not.stringContaining('\u001b') });
  expect('actualTarget' in seen && seen.actualTarget.length).toBeLessThanOrEqual(512);
});

describe('the record by which a hostname is validated', () => {
  const target = 'secretlabel.validation.example';
  const record = 'CNAME _acme-challenge.shop.customer.com';
  const lookAt = (known: Record<string, string[] | DnsAnswer>) =>
    lookAtValidation({ openDnsReader: () => recursiveReader(resolverKnowing(known)) }, domain, { target, state: 'missing' }, now);

  it.each<[string, Record<string, string[] | DnsAnswer>, object]>([
    ['leads to its own label', { [record]: [target] }, { kind: 'cname-matched' }],
    ['leads there by a detour', { [record]: ['a.customer.net'], 'CNAME a.customer.net': [target] }, { kind: 'cname-matched' }],
    ['is not there', {}, { kind: 'cname-missing' }],
    ['leads to the label of another', { [record]: ['otherlabel.validation.example'] }, { kind: 'cname-elsewhere' }],
    ['leads to the zone itself', { [record]: ['validation.example'] }, { kind: 'cname-elsewhere' }],
    ['leads to another provider', { [record]: ['x.acm-validations.aws'] }, { kind: 'cname-elsewhere' }],
    ['cannot be read', { [record]: servfail }, { kind: 'dns-unknown' }],
    [
      'is another provider’s TXT record',
      { [record]: answer([]), 'TXT _acme-challenge.shop.customer.com': ['a-digest'] },
      { kind: 'cname-missing', reason: 'txt_instead', observed: 'a-digest' },
    ],
    [
      'is missing, and a TXT record for any name answers',
      {
        [record]: answer([]),
        'TXT _acme-challenge.shop.customer.com': ['v=spf1 -all'],
        'TXT _cps-wildcard-probe.shop.customer.com': ['v=spf1 -all'],
      },
      { kind: 'cname-missing', reason: 'wildcard_answer', observed: 'v=spf1 -all' },
    ],
    [
      'is missing, and the wildcard of its parent answers, which has one of its own for validation',
      {
        [record]: ['edge.other.net'],
        'CNAME _cps-wildcard-probe.shop.customer.com': ['edge.other.net'],
        'CNAME *.shop.customer.com': ['edge.other.net'],
        'CNAME *.customer.com': ['edge.other.net'],
        'CNAME _acme-challenge.customer.com': ['x.acm-validations.aws'],
      },
      { kind: 'cname-missing', reason: 'wildcard_answer', observed: '*.customer.com CNAME edge.other.net' },
    ],
    [
      'is missing, and a wildcard beside it answers',
      {
        [record]: ['edge.other.net'],
        'CNAME _cps-wildcard-probe.shop.customer.com': ['edge.other.net'],
        'CNAME *.shop.customer.com': ['edge.other.net'],
      },
      { kind: 'cname-missing', reason: 'wildcard_answer', observed: '*.shop.customer.com CNAME edge.other.net' },
    ],
    ['is not that of its parent', { 'CNAME _acme-challenge.customer.com': [target] }, { kind: 'cname-missing' }],
  ])('%s', async (_, known, seen) => {
    expect(await lookAt(known)).toMatchObject(seen);
  });
});

describe('the CNAME of a wildcard', () => {
  const url = '*.shop.customer.com';
  const asked = nameToQuery(url, now);
  /** Every name has these addresses and is in the zone customer.com. */
  const lookAtStar = (known: Record<string, string[] | DnsAnswer>, addresses: string[] = []) => {
    const resolve = resolverKnowing(known);
    const reader: DnsReader = {
      ...recursiveReader(resolve),
      lookAtName: async (name) => {
        const seen = await recursiveReader(resolve).lookAtName(name);
        const found = addresses.map((value) => ({ type: 'A', name, ttl: 60, value }));
        return { ...seen, zone: 'customer.com', views: seen.views.map((view) => ({ ...view, addresses: found })) };
      },
    };
    const servers = { ownerOfLabel: async () => undefined };
    const seen = lookAtCname({ openDnsReader: () => reader, servers, baseTarget }, { ...domain, url }, now);
    return { seen, asked: resolve.asked };
  };

  it('is looked for at a name below that nobody has set, another one each time', async () => {
    const star = lookAtStar({ [`CNAME ${asked}`]: [domain.cname.target] });
    expect(await star.seen).toMatchObject({ kind: 'cname-matched' });
    expect(star.asked).toEqual([`CNAME ${asked}`]);
    expect(asked).toMatch(/^cps-[a-z0-9]+\.shop\.customer\.com$/);
    expect(nameToQuery(url, new Date(now.getTime() + 1))).not.toBe(asked);
  });

  it.each<[string, Record<string, string[] | DnsAnswer>, string[], object]>([
    [
      'that leads elsewhere is not blamed on a wildcard record',
      { [`CNAME ${asked}`]: ['other.net'], 'CNAME _cps-wildcard-probe.shop.customer.com': ['other.net'] },
      [],
      { kind: 'cname-elsewhere', actualTarget: 'other.net' },
    ],
    [
      'in whose place are addresses, neither',
      {},
      ['192.0.2.1'],
      { kind: 'cname-missing', reason: 'address_instead', observed: '192.0.2.1' },
    ],
    [
      'that a proxy hides is said to be hidden, by no name that was made up for the check',
      {},
      ['104.16.0.7', '104.16.1.7'],
      { kind: 'cname-missing', reason: 'proxy_addresses', observed: '104.16.0.7, 104.16.1.7' },
    ],
    [
      'in a zone that was appended again is told as it is written',
      { [`CNAME ${asked}.customer.com`]: [domain.cname.target] },
      [],
      { kind: 'cname-missing', reason: 'doubled_name', observed: `${url}.customer.com CNAME ${domain.cname.target}` },
    ],
  ])('%s', async (_, known, addresses, seen) => {
    const found = await lookAtStar(known, addresses).seen;
    expect(found).toMatchObject(seen);
    if (!('reason' in seen)) expect(found).not.toHaveProperty('reason');
  });
});
