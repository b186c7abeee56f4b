/** @module-tag waits */
import { describe, expect, it, vi } from 'vitest';
import { dnsResolver } from '../../../lambdas/dns/wire/resolver.gateway.ts';
import { recursiveServers } from '../../../local/name-servers/addresses.ts';
import { api, connection, diagnosedAs, dns, isActive, newHostname, ports, until } from '../cloud.ts';
import { newOrganization } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { served } from '../served.ts';

const IN_TIME = { timeout: PATIENCE_SECONDS * 1000, interval: 250 };
const resolve = dnsResolver({ nameServers: recursiveServers(ports) });
const proofsAt = async (name: string) =>
  (await resolve(name, 'TXT')).records.filter(({ type }) => type === 'TXT').map(({ value }) => value);

interface Made {
  id: number;
  dns_records: { purpose: string; name: string; value: string; state: string }[];
}
interface Refusal {
  error: { details: { claim: { type: 'TXT'; name: string; value: string } } };
}
const createByDns = async (url: string) => {
  const { body } = await api<Made>('POST', '/domains', { body: { url, server_id: connection.server_id, validation: 'dns' } });
  const [record] = body.dns_records;
  if (record?.purpose !== 'validation') throw new Error(`the first record is another: ${JSON.stringify(body)}`);
  return { id: body.id, record };
};

describe.concurrent('a live site whose hostname is validated by DNS', () => {
  it('has its certificate at the server before its CNAME moves, is active then, and leaves no proof in the zone', async () => {
    const url = newHostname('live');
    await dns.set(url, 'CNAME', ['edge.elsewhere.test']);
    const { id, record } = await createByDns(url);
    expect(record).toMatchObject({ name: `_acme-challenge.${url}`, value: expect.stringMatching(/^[a-z2-7]{26}\.validation\./) });
    expect(await until(id, ({ diagnosis }) => diagnosis.reason === 'validation_missing')).toMatchObject({
      dns_status: 'pending',
      diagnosis: {
        actor: 'customer',
        fix: { records: [{ action: 'add', type: 'CNAME', name: record.name, value: record.value }] },
      },
    });

    await dns.set(record.name, 'CNAME', [record.value]);
    const ready = await until(id, (domain) => diagnosedAs('ready_to_switch')(domain) && domain.dns_records[1]?.state === 'wrong');
    expect(ready).toMatchObject({
      dns_status: 'pending',
      ssl_status: 'pending',
      dns_records: [{ state: 'ok' }, { observed: 'edge.elsewhere.test' }],
      diagnosis: { fix: { records: [{ action: 'change', type: 'CNAME', name: url, value: connection.cname_target }] } },
    });
    await vi.waitFor(async () => expect(await proofsAt(record.value)).toEqual([]), IN_TIME);
    // A visitor gets the new certificate before the CNAME is set.
    const before = await served(url);

    await dns.set(url, 'CNAME', [connection.cname_target]);
    const active = await until(id, isActive);
    expect(active).toMatchObject({ dns_status: 'validated', dns_records: [{ state: 'ok' }, { state: 'ok' }] });
    expect(active.certificate?.fingerprint_sha256).toBe(before.fingerprintSha256);
  });

  it('that visitors reach by a wildcard gets a record of its own first, and stays where it is until it moves', async () => {
    const zone = newHostname('parent');
    const url = `shop.${zone}`;
    await dns.set(`*.${zone}`, 'CNAME', ['edge.elsewhere.test']);
    const { id, record } = await createByDns(url);
    const told = await until(id, ({ diagnosis }) => diagnosis.reason === 'validation_missing');
    expect(told.dns_records).toMatchObject([{ state: 'missing' }, {}]);
    expect(told.diagnosis).toMatchObject({
      actor: 'customer',
      summary: expect.stringContaining(`*.${zone} CNAME edge.elsewhere.test`),
    });
    expect(told.diagnosis.fix.records).toMatchObject([
      { action: 'add', type: 'CNAME', name: url, value: 'edge.elsewhere.test' },
      { action: 'add', type: 'CNAME', name: record.name, value: record.value },
    ]);
    for (const { name, type, value } of told.diagnosis.fix.records) await dns.set(name, type, [value]);
    await until(id, diagnosedAs('ready_to_switch'));
    expect((await resolve(url, 'CNAME')).records[0]?.value).toBe('edge.elsewhere.test');
  });

  it('gets nothing by a label that belongs to another', async () => {
    const other = await createByDns(newHostname('other'));
    const { id, record } = await createByDns(newHostname('guessed'));
    await dns.set(record.name, 'CNAME', [other.record.value]);
    expect(await until(id, ({ diagnosis }) => diagnosis.reason === 'validation_wrong')).toMatchObject({
      dns_records: [{ state: 'wrong', observed: other.record.value }, { state: 'missing' }],
    });
  });
});

describe.concurrent('a wildcard', () => {
  it('is served at any name below, while an order of its base that came at the same time has its certificate too', async () => {
    const base = newHostname('wild');
    const [{ id, record }, ofBase] = await Promise.all([createByDns(`*.${base}`), createByDns(base)]);
    expect(record).toEqual(ofBase.record);
    expect(record.name).toBe(`_acme-challenge.${base}`);
    await dns.set(record.name, 'CNAME', [record.value]);
    const ready = await Promise.all([id, ofBase.id].map((each) => until(each, diagnosedAs('ready_to_switch'))));
    expect(ready[0]).toMatchObject({ dns_records: [{ state: 'ok' }, { name: `*.${base}`, state: 'missing' }] });

    for (const name of [`*.${base}`, base]) await dns.set(name, 'CNAME', [connection.cname_target]);
    const [wildcard, plain] = await Promise.all([id, ofBase.id].map((each) => until(each, isActive)));
    for (const label of ['one', 'two'].map((each) => `${each}${Date.now().toString(36)}`))
      expect((await served(`${label}.${base}`)).fingerprintSha256).toBe(wildcard?.certificate?.fingerprint_sha256);
    expect((await served(base)).fingerprintSha256).toBe(plain?.certificate?.fingerprint_sha256);
    await vi.waitFor(async () => expect(await proofsAt(record.value)).toEqual([]), IN_TIME);
  });

  it('in use keeps names below it from whoever proves nothing, and gives them to whoever does', async () => {
    const base = newHostname('held');
    const { id, record } = await createByDns(`*.${base}`);
    await dns.set(record.name, 'CNAME', [record.value]);
    await dns.set(`*.${base}`, 'CNAME', [connection.cname_target]);
    await until(id, isActive);
    const { key } = await newOrganization('domains.read,domains.write');
    const ask = () => api<Refusal>('POST', '/domains', { body: { url: `a.${base}`, server_id: 1 }, key });
    const refused = await ask();
    expect([refused.status, refused.body.error.details.claim.name]).toEqual([422, `_cps-claim.a.${base}`]);
    const { claim } = refused.body.error.details;
    await dns.set(claim.name, claim.type, [claim.value]);
    expect((await ask()).status).toBe(201);
  });
});
