import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { dnsClient } from '../../../local/dns-client.ts';
import { CAA_OF_ANY_ACCOUNT, caaOfAnyAccount } from '../../../local/first-organization.ts';
import { anyFreePort } from '../../../local/machine/free-ports.ts';
import { dnsControl } from '../../../local/name-servers/control.ts';

const running: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of running.splice(0)) await close();
});

/** A control server without its program; `served` is called with each generation that the program has to serve. */
async function startControl(
  folder = mkdtempSync(join(tmpdir(), 'dns-')),
  served: (generation: number) => Promise<void> = async () => {},
) {
  const listenPort = await anyFreePort();
  const control = dnsControl({ folder, baseTarget: 'cname.cps.test', listenPort, untilServed: served });
  control.prepare();
  await control.listen();
  running.push(control.close);
  const url = `http://127.0.0.1:${listenPort}`;
  return { folder, control, url, dns: dnsClient(url) };
}
const index = (folder: string) => JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
const zoneFile = (folder: string, zone: string) => readFileSync(join(folder, `${zone}.zone`), 'utf8');

describe('the control of the local DNS', () => {
  it('answers when the program serves the change, written whole', async () => {
    const seen: unknown[] = [];
    const { folder, dns } = await startControl(undefined, async (generation) => {
      seen.push([
        generation,
        index(folder).generation,
        zoneFile(folder, 'shop.test').includes('www.shop.test. 60 IN A 10.0.0.1'),
      ]);
    });
    await dns.set('www.shop.test', 'A', ['10.0.0.1']);
    expect(seen).toEqual([[2, 2, true]]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.new'))).toEqual([]);
  });

  it('publishes for itself that any account of the CA may issue, before its program runs and later', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dns-'));
    const written = `\n*.cname.cps.test. 60 IN CAA ${CAA_OF_ANY_ACCOUNT}`;
    const before = dnsControl({ folder, baseTarget: 'cname.cps.test', listenPort: 0, untilServed: async () => {} });
    await before.insist(caaOfAnyAccount('cname.cps.test'));
    before.prepare();
    expect(zoneFile(folder, 'cps.test')).toContain(written);
    const { dns, control } = await startControl(folder);
    await dns.set('*.cname.cps.test', 'CAA', ['0 issue "ca.example; accounturi=https://ca.example/1"']);
    expect(zoneFile(folder, 'cps.test')).not.toContain(written);
    await control.insist(caaOfAnyAccount('cname.cps.test'));
    expect(zoneFile(folder, 'cps.test')).toContain(written);
  });

  it('keeps that any account of the CA may issue, even if its program is down, and takes back the other changes', async () => {
    let isDown = false;
    const { folder, dns, control } = await startControl(undefined, async () => {
      if (isDown) throw new Error('the DNS server does not answer');
    });
    await dns.set('*.cname.cps.test', 'CAA', ['0 issue "ca.example; accounturi=https://ca.example/1"']);
    isDown = true;
    const asked = expect(dns.set('www.shop.test', 'A', ['10.0.0.1'])).rejects.toThrow('does not answer');
    await Promise.all([control.insist(caaOfAnyAccount('cname.cps.test')), asked]);
    const { records } = await dns.list();
    expect([records['*.cname.cps.test']?.CAA, records['www.shop.test']]).toEqual([[CAA_OF_ANY_ACCOUNT], undefined]);
    expect(zoneFile(folder, 'cps.test')).toContain(CAA_OF_ANY_ACCOUNT);
  });

  it('writes changes together that arrive while it writes, and loses none', async () => {
    let writes = 0;
    const first = Promise.withResolvers<void>();
    const { folder, dns } = await startControl(undefined, async () => {
      writes += 1;
      if (writes === 1) await first.promise;
    });
    const names = Array.from({ length: 30 }, (_, n) => `n${n}.customer.test`);
    const all = names.map((name) => dns.set(name, 'A', ['10.0.0.1']));
    await expect.poll(() => writes).toBe(1);
    await dns.list(); // all earlier requests have been read
    first.resolve();
    await Promise.all(all);
    expect(writes).toBeLessThan(10);
    for (const name of names) expect(zoneFile(folder, 'customer.test')).toContain(`${name}. 60 IN A`);
  });

  it('refuses in words what is not possible, and does the rest', async () => {
    const { dns } = await startControl();
    const [wrong, right] = await Promise.allSettled([
      dns.set('a.customer.test', 'A', ['nonsense']),
      dns.set('b.customer.test', 'A', ['10.0.0.1']),
    ]);
    expect(wrong).toMatchObject({ reason: { message: '"nonsense" is not an IPv4 address' } });
    expect(right.status).toBe('fulfilled');
    expect((await dns.list()).records['b.customer.test']).toEqual({ A: ['10.0.0.1'] });
  });

  it('says why the program does not serve a change, takes it back, and does the next', async () => {
    const { folder, dns } = await startControl(undefined, async () => {
      if (zoneFile(folder, 'customer.test').includes('bad.')) throw new Error('the DNS server says: bad CAA Value');
    });
    await dns.set('a.customer.test', 'A', ['10.0.0.1']);
    const before = await dns.list();
    const { generation } = index(folder);
    await expect(dns.set('bad.customer.test', 'A', ['10.0.0.1'])).rejects.toThrow('the DNS server says: bad CAA Value');
    expect(await dns.list()).toEqual(before);
    expect(JSON.parse(readFileSync(join(folder, 'state.json'), 'utf8')).state).toEqual(before);
    expect(zoneFile(folder, 'customer.test')).not.toContain('bad.');
    // The rejected generation counts, too.
    expect(index(folder).generation).toBe(generation + 2);
    await dns.set('b.customer.test', 'A', ['10.0.0.1']);
    expect(zoneFile(folder, 'customer.test')).toContain('b.customer.test. 60 IN A');
  });

  it('continues after a change that cannot be written', async () => {
    const { folder, dns } = await startControl();
    const longest = `${'a'.repeat(63)}.`.repeat(3).concat('b'.repeat(56), '.test');
    await expect(dns.delegate(longest, ['ns1.dns.test'])).rejects.toThrow('ENAMETOOLONG');
    await dns.set('b.customer.test', 'A', ['10.0.0.1']);
    expect(zoneFile(folder, 'customer.test')).toContain('b.customer.test. 60 IN A');
  });

  it.each([
    { do: 'nonsense', name: 'a.customer.test' },
    { name: 'a.customer.test' },
    null,
    { do: 'sign', zone: 'a.test', how: 'x' },
  ])('refuses an unknown change, and continues: %j', async (change) => {
    const { url, dns } = await startControl();
    const refused = await fetch(`${url}/changes`, { method: 'POST', body: JSON.stringify(change) });
    expect(refused.status).toBe(422);
    await dns.set('b.customer.test', 'A', ['10.0.0.1']);
    expect((await dns.list()).records['b.customer.test']).toEqual({ A: ['10.0.0.1'] });
  });

  it('knows after a restart what was set, and keeps counting', async () => {
    const { folder, dns } = await startControl();
    await dns.set('a.customer.test', 'A', ['10.0.0.1']);
    const { generation } = index(folder);
    for (const close of running.splice(0)) await close();
    const again = await startControl(folder);
    expect((await again.dns.list()).records['a.customer.test']).toEqual({ A: ['10.0.0.1'] });
    expect(index(folder).generation).toBeGreaterThan(generation);
  });

  it('leaves the serial of a zone that has not changed', async () => {
    const { folder, dns } = await startControl();
    const serial = (origin: string) => index(folder).zones.find((zone: { origin: string }) => zone.origin === origin).serial;
    const before = [serial('customer.test.'), serial('cps.test.')];
    await dns.set('a.customer.test', 'A', ['10.0.0.1']);
    expect([serial('customer.test.'), serial('cps.test.')]).toEqual([2, before[1]]);
    expect(zoneFile(folder, 'customer.test')).toContain(' hostmaster.dns.test. 2 3600');
  });
});
