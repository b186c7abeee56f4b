import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dnsResolver } from '../../../lambdas/dns/wire/resolver.gateway.ts';
import { anyFreePort } from '../../../local/machine/free-ports.ts';
import { nameServerEndpoints, recursiveServers } from '../../../local/name-servers/addresses.ts';
import { connection, dns, newHostname, ports } from '../cloud.ts';
import { ask, dsRecord } from './dns-lab/ask.ts';
import { type DnsLab, startDnsLab } from './dns-lab/lab.ts';
import { missingPrograms } from './dns-lab/programs.ts';
import { planUnbound, type UnboundPlace } from './dns-lab/unbound.ts';

// Name servers and resolvers of other makes, which validate DNSSEC; the local cloud's resolver only simulates that.

const missing = missingPrograms();
if (missing.length > 0)
  console.warn(`Validation is not tried, for ${missing.join(', ')} are missing: apt-get install knot bind9 bind9-utils unbound`);

const WWW = '203.0.113.10';

describe.skipIf(missing.length > 0)('DNS by Knot, BIND and Unbound', () => {
  let lab: DnsLab;
  beforeAll(async () => {
    lab = await startDnsLab();
  });
  afterAll(() => lab?.stop());
  const both = (name: string, how = {}) =>
    Promise.all(Object.values(lab.validators).map((validator) => ask(validator, name, how)));
  const byGateway = (server: string, name: string) =>
    dnsResolver({ nameServers: [server], tryMs: 4_000, totalMs: 4_000 })(name, 'A');

  it('validates a zone whose signatures hold, and finds one that is not signed', async () => {
    expect(await both('www.signed.test')).toMatchObject([WWW, WWW].map((value) => ({ isAuthentic: true, values: [value] })));
    expect(await both('www.plain.test')).toMatchObject([WWW, WWW].map((value) => ({ isAuthentic: false, values: [value] })));
  });

  it.each([
    ['bogus.test', { first: 6, later: 6 }, '203.0.113.66'],
    ['expired.test', { first: 7, later: 7 }, WWW],
    // For a minute Unbound caches that the key is bad, without the reason.
    ['missing-key.test', { first: 9, later: 6 }, WWW],
  ])('fails for %s, and gives its records to a client that does not validate', async (zone, code, value) => {
    const [byBind, byUnbound] = await both(`www.${zone}`);
    expect([byBind?.rcode, byUnbound?.rcode, byUnbound?.extendedError]).toEqual(['SERVFAIL', 'SERVFAIL', code.first]);
    for (const said of await both(`www.${zone}`, { checkingDisabled: true }))
      expect(said).toMatchObject({ rcode: 'NOERROR', values: [value] });
    expect(await byGateway(lab.validators.unbound, `www.${zone}`)).toMatchObject({
      kind: 'failure',
      rcode: 'SERVFAIL',
      extendedError: { code: code.later },
    });
  });

  it('has zones whose servers do not have them, and others that they cannot load', async () => {
    const codes = async (name: string) =>
      (await Promise.all(Object.values(lab.nameServerEndpoints).map((server) => byGateway(server, name)))).map(
        ({ rcode }) => rcode,
      );
    expect(await codes('www.lame.test')).toEqual(['NOERROR', 'NOERROR', 'REFUSED', 'REFUSED', undefined]);
    expect(await codes('www.servfail.test')).toEqual(['NOERROR', 'NOERROR', 'SERVFAIL', 'SERVFAIL', undefined]);
    for (const name of ['www.lame.test', 'www.servfail.test'])
      expect((await both(name, { checkingDisabled: true })).map(({ rcode }) => rcode)).toEqual(['SERVFAIL', 'SERVFAIL']);
  });

  it('answers from a zone that is written anew, at one server or both, and signed as before', async () => {
    await lab.write('plain.test', ['www A 203.0.113.20'], ['second']);
    const each = ['127.0.0.72', '127.0.0.73'].map((address) => ask(lab.nameServerEndpoints[address] ?? '', 'www.plain.test'));
    expect((await Promise.all(each)).map(({ values }) => values)).toEqual([[WWW], ['203.0.113.20']]);
    await lab.write('signed.test', ['www A 203.0.113.30']);
    for (const said of await both('www.signed.test')) expect(said).toMatchObject({ isAuthentic: true, values: ['203.0.113.30'] });
  });
});

describe.skipIf(missing.length > 0)('a signed zone of the local cloud', () => {
  it('has for Unbound the answers of our own resolver', async () => {
    const zones = {
      'right.test': 'right',
      'bogus.test': 'bogus',
      'expired.test': 'expired',
      'missing.test': 'missing-key',
    } as const;
    const endpoints = nameServerEndpoints(ports);
    const at = (last: number) => endpoints[`192.0.2.${last}`] ?? '';
    const anchors: string[] = [];
    for (const [zone, how] of Object.entries(zones)) {
      await dns.set(`www.${zone}`, 'A', [WWW]);
      await dns.set(`*.wild.${zone}`, 'A', [WWW]);
      await dns.set(`alias.${zone}`, 'CNAME', [`x.wild.${zone}`]);
      await dns.sign(zone, how);
      anchors.push(await dsRecord(at(13), zone));
    }
    const servers = {
      '.': [at(11)],
      test: [at(13)],
      ...Object.fromEntries(Object.keys(zones).map((zone) => [zone, [at(17), at(18)]])),
    };
    await withUnbound({ servers, anchors }, async (unbound) => {
      for (const zone of Object.keys(zones))
        for (const name of ['www', 'nothing', 'wild', 'alias', 'any.wild', 'no.such'])
          expect(await verdict(unbound, `${name}.${zone}`), `${name}.${zone}`).toEqual(
            await verdict(recursiveServers(ports)[0] ?? '', `${name}.${zone}`),
          );
    });
  });
});

describe.skipIf(missing.length > 0)('an alias of a label of the local cloud', () => {
  it('has its CAA records for Unbound, whatever those of its own zone say', async () => {
    const endpoints = nameServerEndpoints(ports);
    const at = (last: number) => endpoints[`192.0.2.${last}`] ?? '';
    const zone = `${newHostname('aliased').split('.')[0]}.test`;
    await dns.set(zone, 'CAA', ['0 issue ";"']);
    await dns.set(`shop.${zone}`, 'CNAME', [connection.cname_target]);
    const servers = { '.': [at(11)], test: [at(13)], 'cps.test': [at(15), at(16)], [zone]: [at(17), at(18)] };
    await dns.sign(zone, 'right');
    const { records: ownCaa } = await dnsResolver({ nameServers: recursiveServers(ports), tryMs: 4_000, totalMs: 4_000 })(
      connection.cname_target,
      'CAA',
    );
    expect(ownCaa[0]?.value).toMatch(/^0 issue "pebble\.letsencrypt\.org; validationmethods=http-01/);
    await withUnbound({ servers, anchors: [await dsRecord(at(13), zone)] }, async (unbound) => {
      const { records } = await dnsResolver({ nameServers: [unbound], tryMs: 4_000, totalMs: 4_000 })(`shop.${zone}`, 'CAA');
      expect(records.map(({ type, name }) => `${type} ${name}`)).toEqual([
        `CNAME shop.${zone}`,
        ...ownCaa.map(({ name }) => `CAA ${name}`),
      ]);
      expect(new Set(records.slice(1).map(({ value }) => value))).toEqual(new Set(ownCaa.map(({ value }) => value)));
    });
  });
});

/** `work` gets the address of an Unbound of its own, without a cache. */
async function withUnbound(
  place: Pick<UnboundPlace, 'servers' | 'anchors'>,
  work: (server: string) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'unbound-'));
  const port = await anyFreePort();
  const unbound = planUnbound({ folder, port, ...place });
  try {
    await unbound.start();
    await work(`127.0.0.1:${port}`);
  } finally {
    await unbound.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Without the extended error: after the first failure Unbound reports a missing key like any other failure. */
async function verdict(resolver: string, name: string) {
  const { extendedError: _, ...said } = await ask(resolver, name);
  return said;
}
