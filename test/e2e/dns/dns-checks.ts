import { randomBytes } from 'node:crypto';
import { DNS_CHECKS } from '../../../contract/api/limits.ts';
import type { Place } from '../../situations/situation.ts';
import { type Answer, api, type Key } from '../cloud.ts';
import { newOrganization } from '../operator.ts';

export interface DnsCheck {
  forecast: string;
  dns_records: { state?: string }[];
  diagnosis?: { code: string; reason?: string; fix: { text: string; records: object[] }; evidence: { answer: string }[] };
}

interface Integrator {
  key: Key;
  target: string;
}

/** Organizations whose servers are looked for: as many as it takes that so many checks fit into one minute. */
export async function newIntegrators(looks: number): Promise<Integrator[]> {
  return Promise.all(
    Array.from({ length: Math.ceil(looks / DNS_CHECKS.limit) }, async () => {
      const { key } = await newOrganization('domains.check,servers.write');
      const { body } = await api<{ cname_target: string }>('POST', '/servers', { key, body: { name: 'Web' } });
      return { key, target: body.cname_target };
    }),
  );
}

/** A zone that nobody else uses, and the hostname in it that is looked at. */
export function newPlace(target: string): Place {
  const zone = `z${randomBytes(4).toString('hex')}.test`;
  return { zone, hostname: `shop.${zone}`, target };
}

export function lookAt(url: string, key: Key, serverId?: number): Promise<Answer<DnsCheck>> {
  return api<DnsCheck>('POST', '/dns/look', { key, body: { url, ...(serverId !== undefined && { server_id: serverId }) } });
}
