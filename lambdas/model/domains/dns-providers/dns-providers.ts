/** A DNS provider's form for records, and the names of its fields. Fields without a source are absent. */
export interface DnsProvider {
  name: string;
  /** Its console, or its help page about it. */
  url?: string;
  /** The clicks from signing in to the form for a record: the labels of its English pages, in order. */
  path?: readonly string[];
  /** The form's names for a CNAME record's type, owner and target. The type is absent if `path` ends with its choice. */
  fields?: { type?: string; name?: string; value?: string };
  /** True when the owner is entered with the zone; no known provider wants that. */
  wantsFullName?: boolean;
  /** What is entered for the zone itself; empty: nothing. */
  apex?: '@' | '';
  /** It appends the zone to a value without a final dot. */
  appendsZone?: boolean;
  /** The form's name for its proxy switch, and the off position. False: its form has none. */
  proxySwitch?: { name: string; off: string } | false;
  /** Its alternative at the zone itself, where DNS allows no CNAME record. */
  apexAlias?: string;
}

/**
 * By the key in a domain's row: a key is never reused for another provider. This file is loaded to show a domain; the sources and
 * the names of the name servers are in provider-of.ts.
 */
export const DNS_PROVIDERS = {
  cloudflare: {
    name: 'Cloudflare',
    url: 'https://dash.cloudflare.com/',
    path: ['DNS', 'Records', 'Add record'],
    fields: { type: 'Type', name: 'Name', value: 'Target' },
    wantsFullName: false,
    apex: '@',
    apexAlias: 'CNAME flattening',
    appendsZone: false,
    proxySwitch: { name: 'Proxy status', off: 'DNS only' },
  },
  godaddy: {
    name: 'GoDaddy',
    url: 'https://dcc.godaddy.com/control/dnsmanagement',
    path: ['My Products', 'DNS', 'Add New Record'],
    fields: { type: 'Type', name: 'Name', value: 'Value' },
    wantsFullName: false,
    apex: '@',
    appendsZone: false,
    proxySwitch: false,
  },
  namecheap: {
    name: 'Namecheap',
    url: 'https://ap.www.namecheap.com/domains/list',
    path: ['Domain List', 'Manage', 'Advanced DNS', 'Add New Record'],
    fields: { type: 'Type', name: 'Host', value: 'Value' },
    wantsFullName: false,
    apex: '@',
    appendsZone: false,
    proxySwitch: false,
  },
  route53: {
    name: 'Amazon Route 53',
    url: 'https://console.aws.amazon.com/route53/home',
    path: ['Hosted zones', 'Create record'],
    fields: { type: 'Record type', name: 'Record name', value: 'Value' },
    wantsFullName: false,
    apex: '',
    appendsZone: false,
    proxySwitch: false,
  },
  google: { name: 'Google Cloud DNS or Squarespace Domains' },
  ns1: { name: 'NS1', url: 'https://my.nsone.net/' },
  squarespace: {
    name: 'Squarespace',
    url: 'https://account.squarespace.com/domains',
    path: ['Domains', 'DNS', 'DNS Settings', 'Add Record'],
    fields: { type: 'Record type', name: 'Host', value: 'Data' },
    wantsFullName: false,
    apex: '@',
    appendsZone: false,
    proxySwitch: false,
  },
  ionos: {
    name: 'IONOS',
    url: 'https://my.ionos.com/domains',
    path: ['Domains & SSL', 'DNS', 'Add Record', 'CNAME'],
    fields: { name: 'Hostname', value: 'Points to' },
    wantsFullName: false,
    appendsZone: false,
    proxySwitch: false,
  },
  ovhcloud: {
    name: 'OVHcloud',
    url: 'https://www.ovh.com/manager/',
    path: ['Web Cloud', 'Domain names', 'DNS zone', 'Add an entry', 'CNAME'],
    fields: { name: 'Sub-domain', value: 'Target' },
    wantsFullName: false,
    apex: '',
    appendsZone: true,
    proxySwitch: false,
  },
  gandi: {
    name: 'Gandi',
    fields: { name: 'Name' },
    apex: '@',
    appendsZone: true,
    url: 'https://docs.gandi.net/en/domain_names/common_operations/dns_records.html',
  },
  hover: { name: 'Hover', url: 'https://www.hover.com/domains', fields: { name: 'Hostname' }, apex: '@' },
  azure: { name: 'Azure DNS', url: 'https://portal.azure.com', fields: { name: 'Name', value: 'Alias' }, apex: '@' },
  networksolutions: {
    name: 'Network Solutions',
    url: 'https://www.networksolutions.com/manage-it',
    fields: { name: 'Alias', value: 'Other Host' },
    apex: '@',
    appendsZone: true,
  },
  wix: {
    name: 'Wix',
    url: 'https://www.wix.com/my-account/domains',
    path: ['Domains', 'Manage DNS Records', 'CNAME (Aliases)', 'Add Record'],
    fields: { name: 'Host Name', value: 'Value' },
    wantsFullName: false,
    apex: '',
    appendsZone: false,
    proxySwitch: false,
  },
  namecom: { name: 'Name.com', url: 'https://www.name.com/account/domain', fields: { name: 'Host', value: 'Answer' }, apex: '' },
  dreamhost: {
    name: 'DreamHost',
    url: 'https://panel.dreamhost.com/',
    fields: { name: 'Name', value: 'Value' },
    apex: '',
    appendsZone: true,
  },
  hetzner: { name: 'Hetzner', apex: '@', appendsZone: true },
  hostinger: {
    name: 'Hostinger',
    url: 'https://hpanel.hostinger.com/domains',
    path: ['Domains', 'DNS / Nameservers', 'DNS Records', 'Add Record'],
    fields: { type: 'Type', name: 'Name', value: 'Target' },
    wantsFullName: false,
    apex: '@',
    apexAlias: 'ALIAS',
    appendsZone: false,
    proxySwitch: false,
  },
  porkbun: {
    name: 'Porkbun',
    url: 'https://porkbun.com/account/domains',
    path: ['Domain Management', 'DNS', 'Add Record'],
    fields: { type: 'Type', name: 'Host', value: 'Answer' },
    wantsFullName: false,
    apex: '',
    apexAlias: 'ALIAS',
    proxySwitch: false,
  },
  constellix: {
    name: 'Constellix',
    fields: { name: 'Name', value: 'Value' },
    appendsZone: true,
    url: 'https://support.constellix.com/',
  },
  ultradns: { name: 'UltraDNS', fields: { name: 'Host', value: 'Points To' }, appendsZone: false },
  digitalocean: { name: 'DigitalOcean', url: 'https://cloud.digitalocean.com/networking/domains' },
  vercel: { name: 'Vercel', url: 'https://vercel.com/dashboard/domains' },
  dnsmadeeasy: {
    name: 'DNS Made Easy',
    fields: { name: 'Name' },
    url: 'https://knowledge.digicert.com/dnsme/managed-dns/cname-record',
  },
  hostgator: { name: 'HostGator' },
  enom: { name: 'Enom' },
  dnsimple: { name: 'DNSimple' },
  linode: { name: 'Linode' },
  vultr: { name: 'Vultr' },
  cloudns: { name: 'ClouDNS' },
  easydns: { name: 'easyDNS' },
  glesys: { name: 'GleSYS' },
  hurricane: { name: 'Hurricane Electric' },
  infomaniak: { name: 'Infomaniak' },
  inwx: { name: 'INWX' },
  joker: { name: 'Joker' },
  luadns: { name: 'LuaDNS' },
  namesilo: { name: 'NameSilo' },
  netcup: { name: 'netcup' },
  wedos: { name: 'WEDOS' },
} satisfies Record<string, DnsProvider>;
export type DnsProviderKey = keyof typeof DNS_PROVIDERS;
