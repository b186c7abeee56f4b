import type { PublicFix, PublicView } from '../contract/public-view.ts';
import type { CopyFacts, Labels, Words } from './types/locale.ts';

/** Stands where a sentence names something that the view does not have. */
const NOT_KNOWN = '…';

/** What the sentences of a language name beside the title's, as far as the view has it. */
export function factsOf(view: PublicView, dnsForm: Words['dnsForm'], { actions }: Labels) {
  const { url: hostname, dns_records, dns_provider: provider } = view;
  const record = dns_records.find(({ purpose }) => purpose === 'routing') ?? dns_records[0];
  const { host = hostname, value: cnameTarget = '' } = record ?? {};
  const form = provider && {
    ...{ name: provider.name, fields: provider.form },
    ...{ appendsZone: provider.form?.appends_zone, proxySwitch: provider.form?.proxy_switch },
  };
  const observed = observedIn(view, host, actions) || NOT_KNOWN;
  return { host, cnameTarget, observed, dnsForm: dnsForm({ hostname, host, cnameTarget }, form) } satisfies Partial<CopyFacts>;
}

/** What was found in place of the record, put together from what the view has. */
function observedIn(view: PublicView, host: string, verbs: Record<string, string>): string {
  const { url, dns_records, diagnosis } = view;
  const { code, reason, fix } = diagnosis;
  const zone = url.startsWith(`${host}.`) ? url.slice(host.length + 1) : url;
  const [doubled] = fix.records;
  if (reason === 'doubled_name')
    return doubled?.action === 'remove' ? `${doubled.name} CNAME ${doubled.value}` : `${url}.${zone}`;
  if (reason === 'domain_not_registered') return zone;
  if (code === 'caa_forbids_issuance') return caaChanges(fix.records, verbs);
  const removed = fix.records.filter(({ action }) => action === 'remove').map(({ value }) => value);
  return removed.join(', ') || (dns_records.find(({ observed }) => observed)?.observed ?? '');
}

/** One record to be added needs no verb: its sentence has it. */
function caaChanges(changes: PublicFix[], verbs: Record<string, string>): string {
  const needVerbs = changes.some(({ action }) => action !== 'add');
  return changes
    .map(({ action, name, value }) => `${needVerbs ? `${verbs[action] ?? action}: ` : ''}${name} CAA ${value}`)
    .join('; ');
}
