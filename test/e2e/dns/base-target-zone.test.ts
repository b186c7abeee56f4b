/** @module-tag waits */
import { describe, expect, it } from 'vitest';
import { dnsResolver } from '../../../lambdas/dns/wire/resolver.gateway.ts';
import type { QueryType } from '../../../lambdas/shared/net/resolve.ts';
import { recursiveServers } from '../../../local/name-servers/addresses.ts';
import { api, ports } from '../cloud.ts';
import { admin, newOrganization } from '../operator.ts';
import { PATIENCE_SECONDS } from '../patience.ts';

const IN_TIME = { timeout: PATIENCE_SECONDS * 1000, interval: 250 };
const resolve = dnsResolver({ nameServers: recursiveServers(ports) });
const values = async (name: string, type: QueryType) => (await resolve(name, type)).records.map(({ value }) => value);

describe('the address of a server', () => {
  it('is in DNS within seconds, with the CAA records beside it, and leaves it with the server', async () => {
    const { key, organizationId } = await newOrganization('servers.read,servers.write');
    const made = await api<{ id: number; cname_target: string }>('POST', '/servers', { key, body: { address: ['192.0.2.71'] } });
    const { id, cname_target: name } = made.body;
    await expect.poll(() => values(name, 'A'), IN_TIME).toEqual(['192.0.2.71']);
    await expect
      .poll(() => values(name, 'CAA'), IN_TIME)
      .toEqual(expect.arrayContaining([expect.stringContaining('validationmethods=http-01')]));

    await api('PATCH', `/servers/${id}`, { key, body: { address: ['192.0.2.72', '2001:db8::72'] } });
    await expect.poll(() => values(name, 'AAAA'), IN_TIME).toEqual(['2001:db8::72']);
    expect(await values(name, 'A')).toEqual(['192.0.2.72']);
    const zone = (await admin('zone')) as { servers: { organization_id: string; server_id: number; records: string[] }[] };
    const shown = zone.servers.find((server) => server.organization_id === organizationId);
    expect(shown?.records.slice(0, 2)).toEqual([`${name}. 60 IN A 192.0.2.72`, `${name}. 60 IN AAAA 2001:db8::72`]);

    // A CNAME must replace all address records.
    await api('PATCH', `/servers/${id}`, { key, body: { address: ['lb.example.test'] } });
    await expect.poll(() => values(name, 'CNAME'), IN_TIME).toEqual(['lb.example.test']);

    expect((await api('DELETE', `/servers/${id}`, { key })).status).toBe(200);
    // The wildcard answers again: labels without records of their own point to the default addresses.
    await expect.poll(() => values(name, 'A'), IN_TIME).toEqual(['127.0.0.1']);
  });
});
