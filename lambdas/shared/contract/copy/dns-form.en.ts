/** A DNS provider's form, as far as it is known. */
interface KnownForm {
  name: string;
  fields?: { name?: string; value?: string };
  appendsZone?: boolean;
  proxySwitch?: { name: string; off: string };
}

/** What sentences say of the form in which the customer's records are edited: in its own terms where they are known. */
export interface DnsForm {
  /** Where that is, as in `At …, add a record`. */
  place: string;
  /** The CNAME record's name and its value, as in `a record with … and …`. */
  name: string;
  value: string;
  /** The value alone, as in `change it to …`. */
  target: string;
  /** As in `add a record, …`, and as in `…, and keep the record`. */
  withoutProxy: string;
  turnProxyOff: string;
}

/** `host`: the record's name as forms take it, without the zone. */
export function dnsFormWords(hostname: string, cnameTarget: string, host: string, form?: KnownForm): DnsForm {
  const target = form?.appendsZone ? `${cnameTarget}. (with the dot at its end)` : cnameTarget;
  return {
    place: form ? `${form.name}, the DNS provider of ${hostname}` : `the DNS provider of ${hostname}`,
    name: form?.fields?.name ? `${host} in the field "${form.fields.name}"` : `the name ${hostname}`,
    value: form?.fields?.value ? `${target} in the field "${form.fields.value}"` : `the value ${target}`,
    target,
    withoutProxy: form?.proxySwitch
      ? `with "${form.proxySwitch.name}" set to "${form.proxySwitch.off}"`
      : 'without a proxy (DNS only)',
    turnProxyOff: form?.proxySwitch
      ? `set "${form.proxySwitch.name}" of this record to "${form.proxySwitch.off}"`
      : 'turn the proxy off for this record (DNS only; a grey cloud at Cloudflare)',
  };
}
