import { isAtOrBelow } from '../../../../contract/domain-name.ts';
import { DNS_PROVIDERS, type DnsProvider, type DnsProviderKey } from './dns-providers.ts';

/** What most forms expect for the zone itself. */
const APEX = '@';

interface Hosted {
  url: string;
  /** `host`: the hostname without its registrable domain. */
  cname: { host: string };
  hosting: { zone?: string | undefined; provider?: string | undefined };
}

/** By the key in a row, which may be from another release. */
export function dnsProviderOf(key: string | undefined): DnsProvider | undefined {
  return key !== undefined && Object.hasOwn(DNS_PROVIDERS, key) ? DNS_PROVIDERS[key as DnsProviderKey] : undefined;
}

/**
 * A record's name as its DNS provider's form expects it: without the zone, or the form's value for the zone itself. A name in
 * neither of the domain's zones is returned whole.
 */
export function hostInForm({ url, cname, hosting: { zone, provider } }: Hosted, name: string = url): string {
  const registrable = url.slice(cname.host.length + 1);
  const around = [zone, registrable].find((each) => each !== undefined && isAtOrBelow(name, each));
  if (around === undefined) return name;
  return name === around ? (dnsProviderOf(provider)?.apex ?? APEX) : name.slice(0, -`.${around}`.length);
}

/** A CNAME record's value as it is entered: a final dot prevents a form from appending the zone. */
export function targetInForm({ hosting: { provider } }: Pick<Hosted, 'hosting'>, target: string): string {
  return dnsProviderOf(provider)?.appendsZone ? `${target}.` : target;
}
