import { dnsCheckResource } from './dns-check-resource.ts';

const NOW = new Date('2026-11-21T09:30:02.117Z');
export const EXAMPLE_HOSTNAME = 'shop.customer.com';

export const dnsCheckExample = () =>
  dnsCheckResource({
    url: EXAMPLE_HOSTNAME,
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
          asked: `A ${EXAMPLE_HOSTNAME}`,
          server: 'ns1.provider.example (192.0.2.53)',
          answer: `${EXAMPLE_HOSTNAME} 300 A 198.51.100.7`,
          at: NOW.toISOString(),
        },
      ],
    },
    caa: { kind: 'caa-allows' },
    now: NOW,
  });
