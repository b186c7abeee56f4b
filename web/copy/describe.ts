import type { DiagnosisCode } from '../../lambdas/shared/contract/error-codes.ts';
import type { PublicFix, PublicView } from '../../lambdas/shared/contract/public/public-view.ts';
import type { Copy, CopyFacts, Labels, Locale, ReasonCopy } from './locale.ts';

/** Stands where a sentence names something that the view does not have. */
const NOT_KNOWN = '…';

/** A diagnosis as it is read: what is the matter in a few words, in a sentence or two, and what to do. */
export interface Description {
  title: string;
  summary: string;
  fix: string;
}

/** The sentences of a language; those of the API, which are English, where it has none, as for a code of a later release. */
export function describeDomain(view: PublicView, locale: Locale, brand?: string): Description {
  const { code, reason, actor, summary, fix } = view.diagnosis;
  const { brand: nameless } = locale.labels;
  const own = { title: titleOf(view, locale, factsOf(view, locale, brand ?? nameless)) ?? summary, summary, fix: fix.text };
  // Sentences begin with it; titles do not.
  const facts = factsOf(view, locale, brand ?? nameless.charAt(0).toUpperCase() + nameless.slice(1));
  const copy: Copy | undefined = isLeftToOthers(view) ? locale.words?.others : ownValue(locale.words?.codes, code);
  const because: ReasonCopy | undefined = ownValue(locale.words?.reasons, reason);
  if (!copy || (reason !== undefined && !because && actor === 'customer')) return own;
  // What is said where others have to act does not hold where the customer has to.
  const isTheirOwn = because !== undefined && actor === 'customer' && code === 'challenge_unreachable';
  const sentences = [...(isTheirOwn ? [] : [copy.summary]), ...(because ? [because.says] : [])];
  return {
    title: own.title,
    summary: sentences.map((says) => says(facts)).join(locale.tag === 'ja' ? '' : ' '),
    fix: (because?.fix ?? copy.fix)(facts),
  };
}

/** These are the customer's to mend, unless somebody else is said to have to. */
const OF_THE_CUSTOMER = [
  ...['cname_not_found', 'invalid_cname_target', 'dns_validation_failed', 'dns_validation_timeout', 'proxied_dns'],
  ...['conflicting_records', 'caa_forbids_issuance', 'hostname_claimed'],
] as const satisfies DiagnosisCode[];

function isLeftToOthers({ diagnosis: { code, actor } }: PublicView): boolean {
  return (actor === 'integrator' || actor === 'service') && (OF_THE_CUSTOMER as readonly string[]).includes(code);
}

function titleOf(view: PublicView, locale: Locale, facts: CopyFacts): string | undefined {
  const { code, reason } = view.diagnosis;
  if (isLeftToOthers(view)) return locale.titles.challenge_unreachable(facts);
  return (ownValue(locale.reasonTitles, reason) ?? ownValue(locale.titles, code as DiagnosisCode))?.(facts);
}

function ownValue<T>(record: Record<string, T> | undefined, key: string | undefined): T | undefined {
  return record && key !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

function factsOf(view: PublicView, locale: Locale, brand: string): CopyFacts {
  const { url: hostname, dns_status, ssl_status, dns_records, dns_provider: provider } = view;
  const record = dns_records.find(({ purpose }) => purpose === 'routing') ?? dns_records[0];
  const { host = hostname, value: cnameTarget = '' } = record ?? {};
  const words = locale.words?.dnsForm;
  const form = provider && {
    ...{ name: provider.name, fields: provider.form },
    ...{ appendsZone: provider.form?.appends_zone, proxySwitch: provider.form?.proxy_switch },
  };
  const nothing = { place: '', name: '', value: '', target: '', withoutProxy: '', turnProxyOff: '' };
  return {
    ...{ hostname, host, cnameTarget, brand },
    observed: observedIn(view, host, locale.labels) || NOT_KNOWN,
    stage: dns_status === 'validated' ? stageOf(ssl_status) : 'dns',
    dnsForm: words ? words({ hostname, host, cnameTarget }, form) : nothing,
  };
}

/** What was found in place of the record, put together from what the view has. */
function observedIn(view: PublicView, host: string, labels: Labels): string {
  const { url, dns_records, diagnosis } = view;
  const { code, reason, fix } = diagnosis;
  const zone = url.startsWith(`${host}.`) ? url.slice(host.length + 1) : url;
  const [doubled] = fix.records;
  if (reason === 'doubled_name')
    return doubled?.action === 'remove' ? `${doubled.name} CNAME ${doubled.value}` : `${url}.${zone}`;
  if (reason === 'domain_not_registered') return zone;
  if (code === 'caa_forbids_issuance') return caaChanges(fix.records, labels.actions);
  const removed = fix.records.filter(({ action }) => action === 'remove').map(({ value }) => value);
  return removed.join(', ') || (dns_records.find(({ observed }) => observed)?.observed ?? '');
}

/** One record to be added needs no verb: its sentence has it. */
function caaChanges(changes: PublicFix[], verbs: Record<string, string>): string {
  const needVerbs = changes.some(({ action }) => action !== 'add');
  return changes
    .map(({ action, name, value }) => `${needVerbs ? `${ownValue(verbs, action) ?? action}: ` : ''}${name} CAA ${value}`)
    .join('; ');
}

function stageOf(sslStatus: string): CopyFacts['stage'] {
  return sslStatus === 'active' ? 'rest' : 'certificate';
}
