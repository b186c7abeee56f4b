import { describe, expect, it, vi } from 'vitest';
import { dnsResolver } from '../../../lambdas/dns/wire/resolver.gateway.ts';
import type { DomainResource } from '../../../lambdas/model/domains/domain-resource.ts';
import { LabelRecords } from '../../../lambdas/model/servers/label-records.schema.ts';
import { keys } from '../../../lambdas/shared/table/keys.ts';
import { recursiveServers } from '../../../local/name-servers/addresses.ts';
import { PEBBLE_CAA_IDENTITY } from '../../../local/processes/pebble.ts';
import { api, connection, diagnosedAs, dns, isActive, newHostname, pebbleLog, ports, until } from '../cloud.ts';
import { table } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';
import { served } from '../served.ts';

const resolve = dnsResolver({ nameServers: recursiveServers(ports) });
const textsAt = async (name: string) =>
  (await resolve(name, 'TXT')).records.filter(({ type }) => type === 'TXT').map(({ value }) => value);
const rowOf = (name: string) => table.get(keys.labelRecords(name.slice(0, name.indexOf('.'))));

describe('a live site in a stage that tells the record that stands', () => {
  it('has its certificate by it before its CNAME moves, and another without a write into the zone; nothing is left of it', async () => {
    const url = newHostname('standing');
    await dns.set(url, 'CNAME', ['edge.elsewhere.test']);
    const { body } = await api('POST', '/domains', { body: { url, server_id: connection.server_id, validation: 'dns' } });
    const { id, dns_records: records } = body;
    const [record] = records;
    if (!record) throw new Error('no record');
    expect(record).toMatchObject({ purpose: 'validation', name: `_validation-persist.${url}`, type: 'CNAME' });

    await dns.set(record.name, 'CNAME', [record.value]);
    await until(id, diagnosedAs('ready_to_switch'));
    const before = await served(url);
    const texts = await textsAt(record.value);
    expect(texts).toEqual([expect.stringMatching(`${PEBBLE_CAA_IDENTITY}; accounturi=https://`)]);
    const { revision, proof } = LabelRecords.parse(await rowOf(record.value));
    expect(Date.parse(proof?.until ?? '') - Date.now()).toBeGreaterThan(300 * 86_400_000);

    await dns.set(url, 'CNAME', [connection.cname_target]);
    const active = await until(id, isActive);
    expect(active.certificate?.fingerprint_sha256).toBe(before.fingerprintSha256);
    await api('POST', `/domains/${id}/renew`);
    const isOther = ({ certificate }: DomainResource) => certificate?.serial_number !== active.certificate?.serial_number;
    await until(id, (domain) => isActive(domain) && isOther(domain));
    expect([LabelRecords.parse(await rowOf(record.value)).revision, await textsAt(record.value)]).toEqual([revision, texts]);
    expect(pebbleLog().join('\n')).not.toContain(`_acme-challenge.${url}`);

    await api('DELETE', `/domains/${id}`);
    await vi.waitFor(async () => expect([await rowOf(record.value), await textsAt(record.value)]).toEqual([undefined, []]), {
      timeout: PATIENCE_SECONDS * 1000,
      interval: 500,
    });
  });
});
