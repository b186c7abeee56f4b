import { DnsCheckResource } from '../../dns/dns-check-resource.schema.ts';
import { dnsCheckResource, lookAtDnsRequest } from '../../dns/look-at-dns.ts';
import type { OperationDescription } from './operation-description.ts';

const NOW = new Date('2026-11-21T09:30:02.117Z');
const HOSTNAME = 'shop.customer.com';
const EXAMPLE = dnsCheckResource({
  url: HOSTNAME,
  server: { id: 1, label: 'k7m2p4q6r8s3t5v9' },
  cnameTarget: 'k7m2p4q6r8s3t5v9.cname.service.example',
  domainId: undefined,
  dns: {
    kind: 'cname-missing',
    reason: 'address_instead',
    observed: '198.51.100.7',
    hosting: { zone: 'customer.com' },
    evidence: [
      {
        kind: 'dns',
        asked: `A ${HOSTNAME}`,
        server: 'ns1.provider.example (192.0.2.53)',
        answer: `${HOSTNAME} 300 A 198.51.100.7`,
        at: NOW.toISOString(),
      },
    ],
  },
  caa: { kind: 'caa-allows' },
  now: NOW,
});

export const DNS_DESCRIPTIONS = {
  lookAtDns: {
    tag: 'Domains',
    summary: 'Check a hostname first',
    description:
      'What the DNS of a hostname has now that is no domain yet, and what would come of one: the record to publish, what stands in the way, its DNS provider, and whether CAA records let the certificate authority issue. For a form in which customers enter their hostname. Nothing is stored. At most 20 a minute for each organization; an answer takes 8 seconds at most, usually a few hundred milliseconds.',
    body: {
      // Which names a deployment refuses besides is no matter of the schema.
      schema: lookAtDnsRequest({ ownNames: [], allowedSpecialSuffixes: [] }),
      example: { url: HOSTNAME, server_id: 1 },
    },
    answer: { status: 200, description: 'What was seen.', schema: DnsCheckResource, example: EXAMPLE },
  },
} as const satisfies Record<string, OperationDescription>;
