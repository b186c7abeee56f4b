import ipaddr from 'ipaddr.js';

/** A proxy that answers for the origin: a name at these addresses shows no CNAME record. */
export interface KnownProxy {
  name: 'Cloudflare' | 'Fastly' | 'Akamai' | 'Amazon CloudFront' | 'Sucuri' | 'Imperva';
  ranges: readonly string[];
  /** Where the operator publishes the ranges. */
  source: string;
  /** The date at which the ranges were last current. */
  seenOn: string;
}

/**
 * Only ranges that the operator publishes for its edge. Left out: Google Cloud (publishes no list for its load balancers), Azure
 * Front Door (a weekly download), Gcore and bunny.net (hundreds of single addresses in other hosts' networks, which change
 * weekly).
 */
export const KNOWN_PROXY_RANGES: readonly KnownProxy[] = [
  {
    name: 'Cloudflare',
    source: 'https://www.cloudflare.com/ips/',
    seenOn: '2026-02-11',
    ranges: [
      ...['103.21.244.0/22', '103.22.200.0/22', '103.31.4.0/22', '104.16.0.0/13', '104.24.0.0/14', '108.162.192.0/18'],
      ...['131.0.72.0/22', '141.101.64.0/18', '162.158.0.0/15', '172.64.0.0/13', '173.245.48.0/20', '188.114.96.0/20'],
      ...['190.93.240.0/20', '197.234.240.0/22', '198.41.128.0/17'],
      ...['2400:cb00::/32', '2405:8100::/32', '2405:b500::/32', '2606:4700::/32', '2803:f800::/32', '2a06:98c0::/29'],
      '2c0f:f248::/32',
    ],
  },
  {
    name: 'Fastly',
    source: 'https://api.fastly.com/public-ip-list',
    seenOn: '2026-10-14',
    ranges: [
      ...['23.235.32.0/20', '43.249.72.0/22', '103.244.50.0/24', '103.245.222.0/23', '103.245.224.0/24', '104.156.80.0/20'],
      ...['140.248.64.0/18', '140.248.128.0/17', '146.75.0.0/17', '151.101.0.0/16', '157.52.64.0/18', '167.82.0.0/17'],
      ...['167.82.128.0/20', '167.82.160.0/20', '167.82.224.0/20', '172.111.64.0/18', '185.31.16.0/22', '199.27.72.0/21'],
      '199.232.0.0/16',
      ...['2a04:4e40::/32', '2a04:4e42::/32'],
    ],
  },
  {
    // The list for origins' firewalls: the edge answers from the same blocks. The blocks removed in July 2025 went to its cloud.
    name: 'Akamai',
    source: 'https://techdocs.akamai.com/origin-ip-acl/docs/update-your-origin-server',
    seenOn: '2025-07-01',
    ranges: [
      ...['2.16.0.0/13', '23.0.0.0/12', '23.32.0.0/11', '23.192.0.0/11', '95.100.0.0/15', '184.24.0.0/13'],
      ...['2405:9600::/32', '2600:1400::/24', '2a02:26f0::/32'],
    ],
  },
  {
    // Entries of the service CLOUDFRONT, merged, without those of one region (they fetch from origins) and the edges in China.
    name: 'Amazon CloudFront',
    source: 'https://ip-ranges.amazonaws.com/ip-ranges.json',
    seenOn: '2026-07-12',
    ranges: [
      ...['3.160.0.0/13', '3.168.0.0/14', '3.172.0.0/17', '3.173.0.0/16', '3.174.0.0/15', '13.32.0.0/15', '13.35.0.0/16'],
      ...['13.224.0.0/14', '13.249.0.0/16', '15.158.0.0/16', '18.64.0.0/14', '18.68.0.0/16', '18.154.0.0/15', '18.160.0.0/15'],
      ...['18.164.0.0/15', '18.172.0.0/15', '18.238.0.0/15', '18.244.0.0/15', '23.91.0.0/19', '23.228.220.0/22'],
      ...['23.234.192.0/18', '24.110.32.0/19', '52.46.0.0/18', '52.82.128.0/19', '52.84.0.0/15', '52.124.128.0/17'],
      ...['52.222.128.0/17', '54.182.0.0/16', '54.192.0.0/16', '54.230.0.0/17', '54.230.128.0/18', '54.230.200.0/21'],
      ...['54.230.208.0/20', '54.230.224.0/19', '54.239.128.0/18', '54.239.192.0/19', '54.240.128.0/18', '64.252.64.0/18'],
      ...['64.252.128.0/18', '65.8.0.0/16', '65.9.0.0/17', '65.9.128.0/18', '70.132.0.0/18', '71.152.0.0/17', '99.84.0.0/16'],
      ...['99.86.0.0/16', '108.138.0.0/15', '108.156.0.0/14', '130.176.0.0/17', '130.176.128.0/18', '130.176.192.0/19'],
      ...['130.176.224.0/20', '143.204.0.0/16', '144.220.0.0/16', '204.246.164.0/22', '204.246.168.0/21', '204.246.176.0/20'],
      ...['205.251.202.0/23', '205.251.204.0/22', '205.251.208.0/20', '205.251.249.0/24', '205.251.250.0/23'],
      ...['205.251.252.0/23', '205.251.254.0/24', '216.137.32.0/19'],
      ...['2600:9000:1000::/36', '2600:9000:2000::/35', '2600:9000:4000::/36', '2600:9000:5200::/40', '2600:9000:5308::/45'],
      ...['2600:9000:5310::/44', '2600:9000:5320::/43', '2600:9000:5340::/42', '2600:9000:5380::/41', '2600:9000:f000::/38'],
      ...['2600:9000:f400::/40', '2600:9000:f500::/43', '2600:9000:f520::/44', '2600:9000:f540::/42', '2600:9000:f580::/41'],
      ...['2600:9000:f600::/39', '2600:9000:f800::/37'],
    ],
  },
  {
    name: 'Sucuri',
    source: 'https://docs.sucuri.net/website-firewall/sucuri-firewall-troubleshooting-guide/',
    seenOn: '2026-10-14',
    ranges: ['66.248.200.0/22', '185.93.228.0/22', '192.88.134.0/23', '192.124.249.0/24', '208.109.0.0/22', '2a02:fe80::/29'],
  },
  {
    name: 'Imperva',
    source: 'https://my.imperva.com/api/integration/v1/ips',
    seenOn: '2026-10-14',
    ranges: [
      ...['45.60.0.0/16', '45.64.64.0/22', '45.223.0.0/16', '103.28.248.0/22', '107.154.0.0/16', '131.125.128.0/17'],
      ...['149.126.72.0/21', '185.11.124.0/22', '192.230.64.0/18', '198.143.32.0/19', '199.83.128.0/21'],
      '2a02:e980::/29',
    ],
  },
];

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];

const PARSED = KNOWN_PROXY_RANGES.map(({ name, ranges }) => ({
  name,
  ranges: ranges.map((range): Range => ipaddr.parseCIDR(range)),
}));

/** The proxy at this address, IPv4 or IPv6; undefined for an unknown one. */
export function proxyOf(address: string): KnownProxy['name'] | undefined {
  if (!ipaddr.isValid(address)) return undefined;
  const parsed = ipaddr.process(address); // an IPv4-mapped IPv6 address counts as IPv4
  return PARSED.find(({ ranges }) => ranges.some((range) => parsed.kind() === range[0].kind() && parsed.match(range)))?.name;
}
