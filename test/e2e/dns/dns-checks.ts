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

/** As many organizations as the rate limit of DNS checks requires for this number of checks in one minute. */
export async function newIntegrators(looks: number): Promise<Integrator[]> {
  return Promise.all(
    Array.from({ length: Math.ceil(looks / DNS_CHECKS.limit) }, async () => {
      const { key } = await newOrganization('domains.check,servers.write');
      const { body } = await api<{ cname_target: string }>('POST', '/servers', { key, body: { name: 'Web' } });
      return { key, target: body.cname_target };
    }),
  );
}

/** A zone that no other test uses, and a hostname in it. */
export function newPlace(target: string): Place {
  const zone = `z${randomBytes(4).toString('hex')}.test`;
  return { zone, hostname: `shop.${zone}`, target };
}

export function lookAt(url: string, key: Key, serverId?: number): Promise<Answer<DnsCheck>> {
  return api<DnsCheck>('POST', '/dns/look', { key, body: { url, ...(serverId !== undefined && { server_id: serverId }) } });
}
