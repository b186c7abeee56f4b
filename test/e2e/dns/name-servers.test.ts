import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { negativeTtlIn } from '../../../lambdas/dns/walk/server-answer.ts';
import { dnsResolver } from '../../../lambdas/dns/wire/resolver.gateway.ts';
import type { DnsAnswer, QueryType } from '../../../lambdas/shared/net/resolve.ts';
import { PROJECT } from '../../../local/machine/environment.ts';
import { NAME_SERVERS } from '../../../local/machine/pins.ts';
import { installGo } from '../../../local/machine/tools.ts';
import { nameServerEndpoints, recursiveServers } from '../../../local/name-servers/addresses.ts';
import { connection, dns, ports } from '../cloud.ts';

// The local cloud's DNS on the wire: its name servers and its resolver.

const endpoints = nameServerEndpoints(ports);
const [ROOT, TLD, EDGE, FIRST, SECOND, THIRD] = [11, 13, 15, 17, 18, 19].map((last) => endpoints[`192.0.2.${last}`] ?? '');
const [RESOLVER = '', OTHER_RESOLVER = ''] = recursiveServers(ports);

/** A single try. */
const ask = (server: string | undefined, name: string, type: QueryType = 'A', tryMs = 1_000): Promise<DnsAnswer> =>
  dnsResolver({ nameServers: [server ?? ''], tryMs, totalMs: tryMs })(name, type);
const values = ({ records }: DnsAnswer) => records.map(({ type, value }) => `${type} ${value}`);
const authority = ({ authority = [] }: DnsAnswer) =>
  authority.map(({ name, type, value }) => `${name} ${type} ${value.split(' ')[0]}`);
/** A zone that no other test uses. */
const newZone = () => `z${randomBytes(4).toString('hex')}.test`;
/** A machine without Go gets it from PyPI and compiles its standard library once. */
const WITH_GO_MS = 300_000;

describe.concurrent('a name server of the local cloud', () => {
  it('refers to those of the zone below, from the root on', async () => {
    const zone = newZone();
    await dns.set(`www.${zone}`, 'A', ['10.0.0.1']);
    expect(authority(await ask(ROOT, `www.${zone}`))).toEqual(['test NS a.nic.test', 'test NS b.nic.test']);
    expect(authority(await ask(TLD, `www.${zone}`))).toEqual([`${zone} NS ns1.dns.test`, `${zone} NS ns2.dns.test`]);
    for (const server of [FIRST, SECOND]) expect(values(await ask(server, `www.${zone}`))).toEqual(['A 10.0.0.1']);
    for (const server of [THIRD, EDGE]) expect((await ask(server, `www.${zone}`)).rcode).toBe('REFUSED');
  });

  it('tells apart a name that does not exist, one without the type, and one between', async () => {
    const zone = newZone();
    await dns.set(`a.b.${zone}`, 'A', ['10.0.0.1']);
    await dns.negativeTtl(zone, 77);
    const [nowhere, otherType, between] = [
      await ask(FIRST, `x.${zone}`),
      await ask(FIRST, `a.b.${zone}`, 'TXT'),
      await ask(FIRST, `b.${zone}`),
    ];
    expect([nowhere.kind, otherType.kind, between.kind]).toEqual(['nxdomain', 'no-data', 'no-data']);
    for (const answer of [nowhere, otherType, between])
      expect(answer.authority).toMatchObject([{ type: 'SOA', name: zone, ttl: 77 }]);
    expect((await ask(TLD, newZone())).kind).toBe('nxdomain');
  });

  it('answers by a wildcard for names that do not exist, and for nothing else', async () => {
    const zone = newZone();
    await dns.set(`*.${zone}`, 'CNAME', ['target.customer.test']);
    await dns.set(`own.${zone}`, 'A', ['10.0.0.1']);
    await dns.set(`a.deep.${zone}`, 'A', ['10.0.0.2']);
    expect(values(await ask(FIRST, `any.thing.${zone}`, 'CNAME'))).toEqual(['CNAME target.customer.test']);
    expect((await ask(FIRST, `own.${zone}`, 'CNAME')).kind).toBe('no-data');
    expect((await ask(FIRST, `other.deep.${zone}`, 'CNAME')).kind).toBe('nxdomain');
  });

  it('has TXT and CAA as they were given, and answers too long for UDP by TCP', async () => {
    const zone = newZone();
    const long = Array.from({ length: 60 }, (_, n) => String(n).padEnd(1_000, 'x'));
    await dns.set(`long.${zone}`, 'TXT', long);
    await dns.set(zone, 'CAA', ['128 issue "ca.example; accounturi=https://ca.example/1"']);
    expect(values(await ask(SECOND, `long.${zone}`, 'TXT'))).toEqual(long.map((value) => `TXT ${value}`));
    expect((await ask(SECOND, zone, 'CAA')).records).toMatchObject([
      { value: '128 issue "ca.example; accounturi=https://ca.example/1"' },
    ]);
  });

  it('can be silent, lame, slow or different from the others, alone or with them', async () => {
    const zone = newZone();
    const name = `www.${zone}`;
    await dns.set(name, 'A', ['10.0.0.1']);
    await dns.silent(zone, [1]);
    await dns.lame(zone, [2]);
    expect([(await ask(FIRST, name, 'A', 300)).rcode, (await ask(SECOND, name)).rcode]).toEqual([undefined, 'REFUSED']);
    await dns.heal(zone);
    await dns.slow(zone, 400);
    const before = performance.now();
    expect(values(await ask(FIRST, name))).toEqual(['A 10.0.0.1']);
    expect(performance.now() - before).toBeGreaterThan(390);
    await dns.heal(zone);
    await dns.disagree(name, 'A', ['10.0.0.2']);
    expect([values(await ask(FIRST, name)), values(await ask(SECOND, name))]).toEqual([['A 10.0.0.1'], ['A 10.0.0.2']]);
    await dns.fail(name);
    expect([(await ask(FIRST, name)).rcode, (await ask(FIRST, `x.${name}`)).rcode]).toEqual(['SERVFAIL', 'NXDOMAIN']);
  });
});

describe.concurrent('the resolver of the local cloud', () => {
  it('follows CNAME records through all zones, and not in a circle', async () => {
    const [zone, other] = [newZone(), newZone()];
    await dns.set(`www.${zone}`, 'CNAME', [`x.${other}`]);
    await dns.set(`x.${other}`, 'CNAME', [connection.cname_target]);
    for (const resolver of [RESOLVER, OTHER_RESOLVER])
      expect(values(await ask(resolver, `www.${zone}`))).toEqual([
        `CNAME x.${other}`,
        `CNAME ${connection.cname_target}`,
        'A 127.0.0.1',
      ]);
    await dns.set(`x.${other}`, 'CNAME', [`www.${zone}`]);
    expect((await ask(RESOLVER, `www.${zone}`)).rcode).toBe('SERVFAIL');
  });

  it('answers as long as one server of a zone does', async () => {
    const zone = newZone();
    await dns.set(`www.${zone}`, 'A', ['10.0.0.1']);
    await dns.silent(zone, [1]);
    expect((await ask(RESOLVER, `www.${zone}`)).kind).toBe('answer');
    await dns.silent(zone);
    expect(await ask(RESOLVER, `www.${zone}`)).toMatchObject({ rcode: 'SERVFAIL', extendedError: { code: 22 } });
  });

  it.each([
    ['bogus', 6],
    ['expired', 7],
    ['missing-key', 9],
  ] as const)('fails for a zone that is %s, and says why', async (how, code) => {
    const zone = newZone();
    await dns.set(`www.${zone}`, 'A', ['10.0.0.1']);
    await dns.sign(zone, how);
    expect(await ask(RESOLVER, `www.${zone}`)).toMatchObject({ rcode: 'SERVFAIL', extendedError: { code } });
    await dns.sign(zone, 'right');
    expect((await ask(RESOLVER, `www.${zone}`)).kind).toBe('answer');
  });

  it('may still hold that a name did not exist', async () => {
    const zone = newZone();
    await dns.set(`www.${zone}`, 'A', ['10.0.0.1']);
    await dns.stale(`www.${zone}`, 500);
    const stale = await ask(RESOLVER, `www.${zone}`);
    expect([stale.kind, (negativeTtlIn({ authority: stale.authority ?? [] }) ?? 0) > 400]).toEqual(['nxdomain', true]);
    expect((await ask(FIRST, `www.${zone}`)).kind).toBe('answer');
  });

  it('finds no zone that is not registered, and fails where its servers cannot be reached', async () => {
    const zone = newZone();
    await dns.set(`www.${zone}`, 'A', ['10.0.0.1']);
    await dns.undelegate(zone);
    expect((await ask(RESOLVER, `www.${zone}`)).kind).toBe('nxdomain');
    await dns.set(`ns1.far-${zone}`, 'A', ['10.0.0.53']);
    await dns.delegate(zone, [`ns1.far-${zone}`]);
    expect(await ask(RESOLVER, `www.${zone}`)).toMatchObject({ rcode: 'SERVFAIL', extendedError: { code: 22 } });
  });
});

it('fifty records that are set at once are served by every server when each is answered', async () => {
  const set = async () => {
    const name = `n.${newZone()}`;
    await dns.set(name, 'A', ['10.0.0.1']);
    for (const server of [FIRST, SECOND, RESOLVER]) expect((await ask(server, name)).kind, name).toBe('answer');
  };
  await Promise.all(Array.from({ length: 50 }, set));
});

it(
  'the name servers of the local cloud keep the promises that no answer alone can break',
  async () => {
    const logs = join(PROJECT, '.local', 'logs');
    mkdirSync(logs, { recursive: true });
    const env = { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-modcacherw -mod=readonly', GOWORK: 'off' };
    await promisify(execFile)(await installGo({ logs, signal: undefined }), ['test', '.'], { cwd: NAME_SERVERS, env });
  },
  WITH_GO_MS,
);
