import type { DnsForm } from '../types/placeholders.ts';

/** A DNS provider's form, as far as it is known. */
interface KnownForm {
  name: string;
  fields?: { name?: string; value?: string };
  appendsZone?: boolean;
  proxySwitch?: { name: string; off: string } | false;
}

/** `host`: the record's name as forms take it, without the zone. */
export function dnsFormWords(hostname: string, cnameTarget: string, host: string, form?: KnownForm): DnsForm {
  const target = form?.appendsZone ? `${cnameTarget}. (with the dot at its end)` : cnameTarget;
  return {
    atPlace: form ? `At ${form.name}, the DNS provider of ${hostname}` : `At the DNS provider of ${hostname}`,
    name: form?.fields?.name ? `${host} in the field “${form.fields.name}”` : `the name ${host}`,
    value: form?.fields?.value ? `${target} in the field “${form.fields.value}”` : `the value ${target}`,
    target,
    withoutProxy:
      (form?.proxySwitch
        ? `, with “${form.proxySwitch.name}” set to “${form.proxySwitch.off}”`
        : !form && ', without a proxy (DNS only)') || '',
    turnProxyOff: form?.proxySwitch
      ? `set “${form.proxySwitch.name}” of this record to “${form.proxySwitch.off}”`
      : `turn the proxy off for this record${form ? '' : ' (DNS only; a grey cloud at Cloudflare)'}`,
  };
}
