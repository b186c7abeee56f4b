/** Where a customer's DNS records are edited, and what its form calls them there. What no source says is absent. */
export interface DnsProvider {
  name: string;
  /** The ends of its name servers' names. */
  nameServers: readonly (string | RegExp)[];
  /** Its console, or its help page about it. */
  url?: string;
  /** What its form calls a CNAME record's owner and target. The owner is entered without the zone everywhere. */
  fields?: { name?: string; value?: string };
  /** What is entered for the zone itself; empty: nothing. */
  apex?: '@' | '';
  /** It appends the zone to a value without a final dot. */
  appendsZone?: boolean;
  /** What its form calls the switch of its proxy, and the position in which that is off. */
  proxySwitch?: { name: string; off: string };
  /** What it offers at the zone itself, where DNS allows no CNAME record. */
  apexAlias?: string;
  sources: readonly string[];
  /** The day for which this was found there. */
  seenOn: string;
}

const seenOn = '2026-11-22';
/** `get_nameservers` of its provider modules, 3.25.2 on PyPI; names beyond those are from delegations that public repositories quote. */
const LEXICON = 'https://github.com/dns-lexicon/dns-lexicon';
const MICROSOFT = 'https://learn.microsoft.com/microsoft-365/admin/dns/create-dns-records-';
const SEVERAL = 'https://gist.github.com/gjedeer/609815fbd8cd097f0d3103315a6ae748';
const onlyNamed = (name: string, ...nameServers: string[]): DnsProvider => ({ name, nameServers, sources: [LEXICON], seenOn });

/** By the key that a domain's row keeps: a key is never used again for another provider. */
export const DNS_PROVIDERS = {
  cloudflare: {
    ...{ name: 'Cloudflare', nameServers: ['ns.cloudflare.com'], url: 'https://dash.cloudflare.com/' },
    ...{ fields: { name: 'Name', value: 'Target' }, apex: '@', apexAlias: 'CNAME flattening' },
    proxySwitch: { name: 'Proxy status', off: 'DNS only' },
    sources: [
      LEXICON,
      `${MICROSOFT}at-cloudflare`,
      'https://developers.cloudflare.com/dns/proxy-status/',
      'https://developers.cloudflare.com/dns/cname-flattening/',
    ],
    seenOn,
  },
  godaddy: {
    ...{ name: 'GoDaddy', nameServers: ['domaincontrol.com'], url: 'https://dcc.godaddy.com/control/dnsmanagement' },
    ...{ fields: { name: 'Name', value: 'Value' }, apex: '@' },
    sources: [LEXICON, 'https://ca.hostadvice.com/hosting-company/godaddy-reviews/cname-record/', `${MICROSOFT}at-godaddy`],
    seenOn,
  },
  namecheap: {
    ...{ name: 'Namecheap', nameServers: ['registrar-servers.com'], fields: { name: 'Host', value: 'Value' }, apex: '@' },
    url: 'https://www.namecheap.com/support/knowledgebase/article.aspx/9646/10/how-can-i-set-up-a-cname-record-for-my-domain',
    sources: [LEXICON, 'https://namecheap.com/support/knowledgebase/article.aspx/9646/'],
    seenOn,
  },
  route53: {
    ...{ name: 'Amazon Route 53', nameServers: [/(?:^|[.])awsdns-\d+[.](?:com|net|org|co[.]uk)$/] },
    ...{ url: 'https://console.aws.amazon.com/route53/home', fields: { name: 'Record name', value: 'Value' }, apex: '' },
    sources: [LEXICON, `${MICROSOFT}at-aws`, 'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/'],
    seenOn,
  },
  google: onlyNamed('Google Cloud DNS or Squarespace Domains', 'googledomains.com'),
  // Before Squarespace, which runs on it: a zone at both is Squarespace's.
  ns1: { ...onlyNamed('NS1', 'nsone.net'), url: 'https://my.nsone.net/' },
  squarespace: {
    ...{ name: 'Squarespace', nameServers: ['squarespacedns.com', 'nsone.net'] },
    ...{ url: 'https://account.squarespace.com/domains', sources: [SEVERAL], seenOn },
  },
  ionos: {
    ...{ name: 'IONOS', nameServers: ['ui-dns.com', 'ui-dns.org', 'ui-dns.de', 'ui-dns.biz'] },
    ...{ url: 'https://my.ionos.com/domains', fields: { name: 'Hostname', value: 'Points to' } },
    sources: [LEXICON, 'https://www.ionos.com/help/domains/configuring-cname-records-for-subdomains/'],
    seenOn,
  },
  ovhcloud: {
    ...{ name: 'OVHcloud', nameServers: ['ovh.net', 'anycast.me'], url: 'https://www.ovh.com/manager/' },
    ...{ fields: { name: 'Sub-domain', value: 'Target' }, apex: '', appendsZone: true },
    sources: [LEXICON, `${MICROSOFT}at-ovh`],
    seenOn,
  },
  gandi: {
    ...{ name: 'Gandi', nameServers: ['gandi.net'], fields: { name: 'Name' }, apex: '@', appendsZone: true },
    url: 'https://docs.gandi.net/en/domain_names/common_operations/dns_records.html',
    sources: [LEXICON, 'https://docs.gandi.net/fr/noms_domaine/operations_courantes/enregistrements_dns.html'],
    seenOn,
  },
  hover: {
    ...{
      name: 'Hover',
      nameServers: ['hover.com'],
      url: 'https://www.hover.com/domains',
      fields: { name: 'Hostname' },
      apex: '@',
    },
    sources: [LEXICON, `${MICROSOFT}at-hover`],
    seenOn,
  },
  azure: {
    ...{ name: 'Azure DNS', nameServers: ['azure-dns.com', 'azure-dns.net', 'azure-dns.org', 'azure-dns.info'] },
    ...{ url: 'https://portal.azure.com', fields: { name: 'Name', value: 'Alias' }, apex: '@' },
    sources: [LEXICON, `${MICROSOFT}for-azure-dns-zones`],
    seenOn,
  },
  networksolutions: {
    ...{ name: 'Network Solutions', nameServers: ['worldnic.com'], url: 'https://www.networksolutions.com/manage-it' },
    ...{ fields: { name: 'Alias', value: 'Other Host' }, apex: '@', appendsZone: true },
    sources: [SEVERAL, `${MICROSOFT}at-network-solutions`],
    seenOn,
  },
  wix: {
    ...{ name: 'Wix', nameServers: ['wixdns.net'], url: 'https://www.wix.com/my-account/domains' },
    ...{ fields: { name: 'Host Name', value: 'Points to' }, apex: '' },
    sources: [`${MICROSOFT}at-wix`],
    seenOn,
  },
  namecom: {
    ...{ name: 'Name.com', nameServers: ['name.com'], url: 'https://www.name.com/account/domain' },
    ...{ fields: { name: 'Host', value: 'Answer' }, apex: '' },
    sources: [LEXICON, `${MICROSOFT}at-name-com`],
    seenOn,
  },
  dreamhost: {
    ...{ name: 'DreamHost', nameServers: ['dreamhost.com'], url: 'https://panel.dreamhost.com/' },
    ...{ fields: { name: 'Name', value: 'Value' }, apex: '', appendsZone: true },
    sources: [LEXICON, `${MICROSOFT}at-dreamhost`],
    seenOn,
  },
  hetzner: {
    ...{ name: 'Hetzner', nameServers: ['ns.hetzner.com', 'ns.hetzner.de', 'first-ns.de', 'second-ns.de', 'second-ns.com'] },
    ...{ apex: '@', appendsZone: true },
    sources: [LEXICON, 'https://github.com/timohirt/terraform-provider-hetznerdns/issues/19'],
    seenOn,
  },
  porkbun: {
    ...{ name: 'Porkbun', nameServers: ['porkbun.com'], url: 'https://porkbun.com/account/domains', apexAlias: 'ALIAS' },
    sources: [LEXICON, 'https://github.com/qdm12/ddns-updater/blob/master/docs/porkbun.md'],
    seenOn,
  },
  constellix: {
    ...{ name: 'Constellix', nameServers: ['constellix.com'], fields: { name: 'Name', value: 'Value' }, appendsZone: true },
    url: 'https://support.constellix.com/support/solutions/articles/47000849512-cname-records',
    sources: [LEXICON, 'https://support.constellix.com/support/solutions/articles/47000849512-cname-records'],
    seenOn,
  },
  ultradns: {
    ...{ name: 'UltraDNS', nameServers: ['ultradns.net'], fields: { name: 'Host', value: 'Points To' }, appendsZone: false },
    sources: [LEXICON, 'https://docs.ultradns.com/Content/MSP_User_Guide/Content/User%20Guides/MSP_User_Guide/Records/'],
    seenOn,
  },
  digitalocean: {
    ...onlyNamed('DigitalOcean', 'digitalocean.com'),
    url: 'https://cloud.digitalocean.com/networking/domains',
  },
  vercel: { ...onlyNamed('Vercel', 'vercel-dns.com'), url: 'https://vercel.com/dashboard/domains' },
  dnsmadeeasy: {
    ...{ name: 'DNS Made Easy', nameServers: ['dnsmadeeasy.com'], fields: { name: 'Name' } },
    url: 'https://knowledge.digicert.com/dnsme/managed-dns/cname-record',
    sources: [LEXICON, 'https://knowledge.digicert.com/dnsme/managed-dns/cname-record'],
    seenOn,
  },
  hostgator: { name: 'HostGator', nameServers: ['hostgator.com'], sources: [SEVERAL], seenOn },
  enom: { name: 'Enom', nameServers: ['name-services.com'], sources: [SEVERAL], seenOn },
  dnsimple: onlyNamed('DNSimple', 'dnsimple.com'),
  linode: onlyNamed('Linode', 'linode.com'),
  vultr: onlyNamed('Vultr', 'vultr.com'),
  cloudns: onlyNamed('ClouDNS', 'cloudns.net'),
  easydns: onlyNamed('easyDNS', 'easydns.net'),
  glesys: onlyNamed('GleSYS', 'glesys.com'),
  hurricane: onlyNamed('Hurricane Electric', 'he.net'),
  infomaniak: onlyNamed('Infomaniak', 'infomaniak.com', 'infomaniak.ch'),
  inwx: onlyNamed('INWX', 'inwx.de', 'inwx.eu', 'inwx.com', 'inwx.net', 'domrobot.com', 'domrobot.net', 'domrobot.org'),
  joker: onlyNamed('Joker', 'ns.joker.com'),
  luadns: onlyNamed('LuaDNS', 'luadns.com'),
  namesilo: onlyNamed('NameSilo', 'namesilo.com', 'dnsowl.com'),
  netcup: onlyNamed('netcup', 'netcup.net'),
  wedos: onlyNamed('WEDOS', 'wedos.net', 'wedos.eu', 'wedos.cz', 'wedos.com'),
} satisfies Record<string, DnsProvider>;
export type DnsProviderKey = keyof typeof DNS_PROVIDERS;
