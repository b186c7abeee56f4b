import { isAtOrBelow } from '../../../../contract/domain-name.ts';
import type { DnsProviderKey } from './dns-providers.ts';

/** How a provider is recognized, and the sources for it and its form (dns-providers.ts). */
export interface NameServers {
  /** Suffixes of its name servers' names. */
  ends: readonly (string | RegExp)[];
  sources: readonly string[];
  /** The date of the source. */
  seenOn: string;
  /** The sources for the path to its form and the form's fields, and their date. */
  form?: { sources: readonly [string, ...string[]]; seenOn: string };
}

const seenOn = '2026-11-22';
/**
 * `get_nameservers` of its provider modules, 3.25.2 on PyPI; further names are from delegations that public repositories quote.
 */
const LEXICON = 'https://github.com/dns-lexicon/dns-lexicon';
const MICROSOFT = 'https://learn.microsoft.com/microsoft-365/admin/dns/create-dns-records-';
/** Each of its pages names the menus and fields of one provider. */
const SENDKIT = 'https://github.com/sendkitdev/sendkit-docs/blob/main/knowledge-base/';
const formSeenOn = '2026-11-25';
const SEVERAL = 'https://gist.github.com/gjedeer/609815fbd8cd097f0d3103315a6ae748';

/**
 * The first provider that matches all names wins: NS1 comes before Squarespace, which runs on it, so that a zone at both is
 * Squarespace's.
 */
export const NAME_SERVERS: Record<DnsProviderKey, NameServers> = {
  cloudflare: {
    ends: ['ns.cloudflare.com'],
    sources: [
      LEXICON,
      `${MICROSOFT}at-cloudflare`,
      'https://developers.cloudflare.com/dns/proxy-status/',
      'https://developers.cloudflare.com/dns/cname-flattening/',
    ],
    seenOn,
    form: {
      sources: [
        'https://developers.cloudflare.com/dns/manage-dns-records/how-to/create-dns-records/',
        `${MICROSOFT}at-cloudflare`,
      ],
      seenOn: formSeenOn,
    },
  },
  godaddy: {
    ends: ['domaincontrol.com'],
    sources: [LEXICON, 'https://ca.hostadvice.com/hosting-company/godaddy-reviews/cname-record/', `${MICROSOFT}at-godaddy`],
    seenOn,
    form: {
      sources: ['https://ca.hostadvice.com/hosting-company/godaddy-reviews/cname-record/', `${SENDKIT}godaddy.mdx`],
      seenOn: formSeenOn,
    },
  },
  namecheap: {
    ends: ['registrar-servers.com'],
    sources: [LEXICON, 'https://namecheap.com/support/knowledgebase/article.aspx/9646/'],
    seenOn,
    form: { sources: ['https://namecheap.com/support/knowledgebase/article.aspx/9646/'], seenOn: formSeenOn },
  },
  route53: {
    ends: [/(?:^|[.])awsdns-\d+[.](?:com|net|org|co[.]uk)$/],
    sources: [LEXICON, `${MICROSOFT}at-aws`, 'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/'],
    seenOn,
    form: {
      sources: [
        'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/resource-record-sets-creating.html',
        'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/resource-record-sets-values-basic.html',
        'https://docs.aws.amazon.com/Route53/latest/DeveloperGuide/ResourceRecordTypes.html',
      ],
      seenOn: formSeenOn,
    },
  },
  google: { ends: ['googledomains.com'], sources: [LEXICON], seenOn },
  ns1: { ends: ['nsone.net'], sources: [LEXICON], seenOn },
  squarespace: {
    ends: ['squarespacedns.com', 'nsone.net'],
    sources: [SEVERAL],
    seenOn,
    form: {
      sources: [
        `${SENDKIT}squarespace.mdx`,
        'https://github.com/mloning/website/blob/main/content/posts/configuring-custom-domain-with-github-pages-and-squarespace.md',
      ],
      seenOn: formSeenOn,
    },
  },
  ionos: {
    ends: ['ui-dns.com', 'ui-dns.org', 'ui-dns.de', 'ui-dns.biz'],
    sources: [LEXICON, 'https://www.ionos.com/help/domains/configuring-cname-records-for-subdomains/'],
    seenOn,
    form: {
      sources: [
        'https://www.ionos.com/help/domains/configuring-cname-records-for-subdomains/configuring-a-cname-record-for-a-subdomain',
        'https://hosting.1und1.de/hilfe/domains/cname-records-fuer-subdomains-konfigurieren/cname-record-fuer-eine-bestehende-subdomain-konfigurieren/',
      ],
      seenOn: formSeenOn,
    },
  },
  ovhcloud: {
    ends: ['ovh.net', 'anycast.me'],
    sources: [LEXICON, `${MICROSOFT}at-ovh`],
    seenOn,
    form: {
      sources: [
        'https://github.com/ovh/docs/blob/develop/pages/web_cloud/domains/dns_zone_edit/guide.en-gb.md',
        `${MICROSOFT}at-ovh`,
      ],
      seenOn: formSeenOn,
    },
  },
  gandi: {
    ends: ['gandi.net'],
    sources: [LEXICON, 'https://docs.gandi.net/fr/noms_domaine/operations_courantes/enregistrements_dns.html'],
    seenOn,
  },
  hover: { ends: ['hover.com'], sources: [LEXICON, `${MICROSOFT}at-hover`], seenOn },
  azure: {
    ends: ['azure-dns.com', 'azure-dns.net', 'azure-dns.org', 'azure-dns.info'],
    sources: [LEXICON, `${MICROSOFT}for-azure-dns-zones`],
    seenOn,
  },
  networksolutions: { ends: ['worldnic.com'], sources: [SEVERAL, `${MICROSOFT}at-network-solutions`], seenOn },
  wix: {
    ends: ['wixdns.net'],
    sources: [`${MICROSOFT}at-wix`],
    seenOn,
    form: {
      sources: [
        'https://support.wix.com/en/article/connecting-a-wix-domain-to-an-external-site',
        'https://www.mangomint.com/learn/adding-dns-records-to-wix/',
      ],
      seenOn: formSeenOn,
    },
  },
  namecom: { ends: ['name.com'], sources: [LEXICON, `${MICROSOFT}at-name-com`], seenOn },
  dreamhost: { ends: ['dreamhost.com'], sources: [LEXICON, `${MICROSOFT}at-dreamhost`], seenOn },
  hetzner: {
    ends: ['ns.hetzner.com', 'ns.hetzner.de', 'first-ns.de', 'second-ns.de', 'second-ns.com'],
    sources: [LEXICON, 'https://github.com/timohirt/terraform-provider-hetznerdns/issues/19'],
    seenOn,
  },
  hostinger: {
    ends: ['dns-parking.com'],
    sources: ['https://support.hostinger.com/en/articles/8671230-how-to-look-up-domain-nameservers'],
    seenOn: formSeenOn,
    form: {
      sources: ['https://support.hostinger.com/en/articles/10085192-cname-vs-alias-records', `${SENDKIT}hostinger.mdx`],
      seenOn: formSeenOn,
    },
  },
  porkbun: {
    ends: ['porkbun.com'],
    sources: [LEXICON, 'https://github.com/qdm12/ddns-updater/blob/master/docs/porkbun.md'],
    seenOn,
    form: {
      sources: [
        `${SENDKIT}porkbun.mdx`,
        'https://github.com/JuanPabloDiaz/doc/blob/main/_posts/domain-hosting/2023-06-13-new-domain.md',
      ],
      seenOn: formSeenOn,
    },
  },
  constellix: {
    ends: ['constellix.com'],
    sources: [LEXICON, 'https://support.constellix.com/support/solutions/articles/47000849512-cname-records'],
    seenOn,
  },
  ultradns: {
    ends: ['ultradns.net'],
    sources: [LEXICON, 'https://docs.ultradns.com/Content/MSP_User_Guide/Content/User%20Guides/MSP_User_Guide/Records/'],
    seenOn,
  },
  digitalocean: { ends: ['digitalocean.com'], sources: [LEXICON], seenOn },
  vercel: { ends: ['vercel-dns.com'], sources: [LEXICON], seenOn },
  dnsmadeeasy: {
    ends: ['dnsmadeeasy.com'],
    sources: [LEXICON, 'https://knowledge.digicert.com/dnsme/managed-dns/cname-record'],
    seenOn,
  },
  hostgator: { ends: ['hostgator.com'], sources: [SEVERAL], seenOn },
  enom: { ends: ['name-services.com'], sources: [SEVERAL], seenOn },
  dnsimple: { ends: ['dnsimple.com'], sources: [LEXICON], seenOn },
  linode: { ends: ['linode.com'], sources: [LEXICON], seenOn },
  vultr: { ends: ['vultr.com'], sources: [LEXICON], seenOn },
  cloudns: { ends: ['cloudns.net'], sources: [LEXICON], seenOn },
  easydns: { ends: ['easydns.net'], sources: [LEXICON], seenOn },
  glesys: { ends: ['glesys.com'], sources: [LEXICON], seenOn },
  hurricane: { ends: ['he.net'], sources: [LEXICON], seenOn },
  infomaniak: { ends: ['infomaniak.com', 'infomaniak.ch'], sources: [LEXICON], seenOn },
  inwx: {
    ends: ['inwx.de', 'inwx.eu', 'inwx.com', 'inwx.net', 'domrobot.com', 'domrobot.net', 'domrobot.org'],
    sources: [LEXICON],
    seenOn,
  },
  joker: { ends: ['ns.joker.com'], sources: [LEXICON], seenOn },
  luadns: { ends: ['luadns.com'], sources: [LEXICON], seenOn },
  namesilo: { ends: ['namesilo.com', 'dnsowl.com'], sources: [LEXICON], seenOn },
  netcup: { ends: ['netcup.net'], sources: [LEXICON], seenOn },
  wedos: { ends: ['wedos.net', 'wedos.eu', 'wedos.cz', 'wedos.com'], sources: [LEXICON], seenOn },
};

const ALL = Object.entries(NAME_SERVERS) as [DnsProviderKey, (typeof NAME_SERVERS)[DnsProviderKey]][];

/**
 * The provider of a zone's name servers; undefined for unknown ones, and for a zone at two providers, because records may be
 * edited at either. Names in lower case without the trailing dot.
 */
export function providerOf(nameServers: readonly string[]): DnsProviderKey | undefined {
  if (nameServers.length === 0) return undefined;
  return ALL.find(([, { ends }]) => nameServers.every((name) => ends.some((end) => endsIn(name, end))))?.[0];
}

function endsIn(name: string, end: string | RegExp): boolean {
  return typeof end === 'string' ? isAtOrBelow(name, end) : end.test(name);
}
