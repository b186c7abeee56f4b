import type { DiagnosisCode } from '../contract/api/error-codes.ts';
import type { PublicFix, PublicProvider, PublicView } from '../contract/public-view.ts';
import type { RecordCard } from '../contract/view/blocks.ts';
import { causeOf, isDnsOpen, ownProperty, routingRecord } from '../contract/view/view.ts';
import type { PUBLIC_WORDS } from './en/public-words.ts';
import type { CopyFacts, KnownForm, Labels, Locale, Sentences, TitleFacts, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { SayingFacts, Sayings } from './types/sayings.ts';

/** A diagnosis in text: a short title, one or two sentences, and what to do. */
export interface Description {
  title: string;
  summary: string;
  fix: string;
}

/**
 * Uses the language's sentences. Falls back to the API's English ones if the language has none, as for a code of a later release.
 */
export function describeDomain(view: PublicView, locale: Locale, brand?: string): Description {
  const { diagnosis } = view;
  const { summary, fix } = locale.sentences?.(view, locale, brand) ?? { summary: diagnosis.summary, fix: diagnosis.fix.text };
  return { title: titleFor(view, locale, brand), summary, fix };
}

export function titleFor(view: PublicView, locale: Locale, brand = locale.labels.brand): string {
  return titleOf(view, locale)?.({ hostname: view.url, stage: stageOf(view), brand }) ?? view.diagnosis.summary;
}

/** Replaces the hostname and its parent zones by their readable form. Records keep the names of DNS. */
export function withReadableNames(text: string, hostname: string, readable: string): string {
  const [labels, shown] = [hostname.split('.'), readable.split('.')];
  return labels
    .slice(1)
    .reduce((prose, _, from) => prose.replaceAll(labels.slice(from).join('.'), shown.slice(from).join('.')), text);
}

/** Codes that the customer fixes, unless the diagnosis names another actor: the API has no texts for others here. */
const OF_THE_CUSTOMER: Record<Exclude<DiagnosisCode, keyof typeof PUBLIC_WORDS | 'ok' | 'in_progress'>, true> = {
  cname_not_found: true,
  invalid_cname_target: true,
  dns_validation_failed: true,
  dns_validation_timeout: true,
  proxied_dns: true,
  conflicting_records: true,
  caa_forbids_issuance: true,
  hostname_claimed: true,
  ready_to_switch: true,
};

function isLeftToOthers({ diagnosis: { code, actor } }: PublicView): boolean {
  return (actor === 'integrator' || actor === 'service') && Object.hasOwn(OF_THE_CUSTOMER, code);
}

function titleOf(view: PublicView, { titles, reasonTitles }: Locale): ((facts: TitleFacts) => string) | undefined {
  if (isLeftToOthers(view)) return titles.challenge_unreachable;
  return ownProperty(reasonTitles, view.diagnosis.reason) ?? ownProperty(titles, causeIn(view));
}

/** The cause, also after the DNS window has ended. */
function causeIn({ diagnosis, dns_records }: PublicView): string {
  return causeOf(diagnosis, routingRecord(dns_records)?.state === 'wrong');
}

/** The same, except that a switch from another edge reads as a change of the existing record. */
function sentencesCode({ diagnosis, dns_records }: PublicView): string {
  const isWrong = routingRecord(dns_records)?.state === 'wrong';
  return isWrong && diagnosis.code === 'ready_to_switch' ? 'invalid_cname_target' : causeOf(diagnosis, isWrong);
}

function stageOf(view: PublicView): CopyFacts['stage'] {
  return isDnsOpen(view) ? 'dns' : 'certificate';
}

/** Title of a record card: what to do with the record, numbered if there are several. */
export function cardTitle({ action }: RecordCard, index: number, count: number, { actions, record }: Labels): string {
  if (count === 1 && action === 'add') return record;
  return `${count > 1 ? `${index + 1}. ` : ''}${ownProperty(actions, action) ?? action}`;
}

export type CardField = {
  /** The provider's own field name, if known. */
  label: string;
  text: string;
} & ({ key: 'type' | 'proxy'; isCopied: false } | { key: 'name' | 'value'; isCopied: boolean });

/** Fields of a record in form order. The provider's name for the value, and its proxy switch, apply to a CNAME. */
export function fieldsOf({ action, type, host, value }: RecordCard, { dns_provider }: PublicView, labels: Labels): CardField[] {
  const { fields, emptyName } = labels;
  const form = dns_provider?.form;
  const isCname = type === 'CNAME';
  const proxy = isCname && action !== 'remove' ? form?.proxy_switch : undefined;
  return [
    { key: 'type', label: fields.type, text: type, isCopied: false },
    { key: 'name', label: form?.name ?? fields.name, text: host || emptyName, isCopied: host !== '' },
    { key: 'value', label: (isCname && form?.value) || fields.value, text: value, isCopied: true },
    ...(proxy ? [{ key: 'proxy' as const, label: proxy.name, text: proxy.off, isCopied: false as const }] : []),
  ];
}

/** The full name, for a form that may need it: that of an unknown provider. A record to remove is not entered. */
export function fullNameOf({ action, name, host }: RecordCard, { dns_provider }: PublicView): string | undefined {
  return dns_provider || host === name || action === 'remove' ? undefined : name;
}

/** Result of a requested check: the record is still missing, or what is wrong. */
export function checkAnswer(view: PublicView, title: string, { justChecked, notYet }: Labels): string {
  return justChecked(['cname_not_found', 'in_progress'].includes(causeIn(view)) && !view.diagnosis.reason ? notYet : `${title}.`);
}

/** The owner's next step in a short sentence; undefined for a code of a later release. */
export function sentenceFor(view: PublicView, { codes, reasons, others }: Sayings, brand: string): string | undefined {
  const { url, dns_records, dns_provider, diagnosis } = view;
  const facts: SayingFacts = {
    host: routingRecord(dns_records)?.host || url,
    zone: zoneOf(view),
    brand,
    isDnsOpen: isDnsOpen(view),
    form: formOf(dns_provider),
  };
  const saying = isLeftToOthers(view) ? others : (ownProperty(reasons, diagnosis.reason) ?? ownProperty(codes, causeIn(view)));
  return saying?.(facts);
}

/** The domain in which the record is created: the hostname without the part that the form takes as its name. */
function zoneOf({ url, dns_records }: PublicView): string {
  const host = routingRecord(dns_records)?.host ?? '';
  return url.startsWith(`${host}.`) ? url.slice(host.length + 1) : url;
}

/** Placeholder for a value that the view lacks. */
const NOT_KNOWN = '…';

/** Facts for the sentences, as far as the view has them. */
function factsOf(view: PublicView, dnsForm: Words['dnsForm'], { actions }: Labels) {
  const { url: hostname, dns_records, dns_provider, diagnosis } = view;
  const [change] = diagnosis.fix.records;
  const asked = dns_records.find(({ name }) => name === change?.name);
  const record = asked ?? dns_records.find(({ state }) => state !== 'ok') ?? routingRecord(dns_records);
  const { value: cnameTarget = '' } = record ?? {};
  // Empty: the form takes nothing for the zone itself.
  const host = record?.host || hostname;
  const observed = observedIn(view, actions) || NOT_KNOWN;
  const form = dnsForm({ hostname, host, cnameTarget }, formOf(dns_provider));
  return { host, cnameTarget, observed, dnsForm: form } satisfies Partial<CopyFacts>;
}

function formOf(provider: PublicProvider | undefined): KnownForm | undefined {
  return (
    provider && {
      ...{ name: provider.name, fields: provider.form },
      ...{ appendsZone: provider.form?.appends_zone, proxySwitch: provider.form?.proxy_switch },
    }
  );
}

/** What was found instead of the record, composed from the view. */
function observedIn(view: PublicView, verbs: Record<string, string>): string {
  const { url, dns_records, diagnosis } = view;
  const { code, reason, fix } = diagnosis;
  const zone = zoneOf(view);
  const [doubled] = fix.records;
  if (reason === 'doubled_name')
    return doubled?.action === 'remove' ? `${doubled.name} CNAME ${doubled.value}` : `${url}.${zone}`;
  if (reason === 'domain_not_registered') return zone;
  if (code === 'caa_forbids_issuance') return caaChanges(fix.records, verbs);
  const removed = fix.records.filter(({ action }) => action === 'remove').map(({ value }) => value);
  return removed.join(', ') || (dns_records.find(({ observed }) => observed)?.observed ?? '');
}

/** A single record to add needs no verb, because its sentence has one. */
function caaChanges(changes: PublicFix[], verbs: Record<string, string>): string {
  const needVerbs = changes.some(({ action }) => action !== 'add');
  return changes
    .map(({ action, name, host, value }) => `${needVerbs ? `${verbs[action] ?? action}: ` : ''}${host || name} CAA ${value}`)
    .join('; ');
}

/** Sentences of a language for a diagnosis. An unknown code or reason falls back to the API's sentences. */
export function sentencesOf(words: Words): Sentences {
  return (view, { tag, labels }, brand) => {
    const { reason, actor, code: shownCode } = view.diagnosis;
    const code = sentencesCode(view);
    const copy = isLeftToOthers(view) ? words.others : ownProperty(words.codes, code);
    const because = ownProperty(words.reasons, reason);
    if (!copy || (reason && !because && actor === 'customer')) return;
    // Sentences begin with the brand; titles do not.
    const named = brand ?? labels.brand.charAt(0).toUpperCase() + labels.brand.slice(1);
    const facts: CopyFacts = { hostname: view.url, stage: stageOf(view), brand: named, ...factsOf(view, words.dnsForm, labels) };
    // Texts for others' actions do not apply when the customer has to act.
    const isTheirOwn = because && actor === 'customer' && code === 'challenge_unreachable';
    const pause = code === shownCode ? undefined : ownProperty(words.codes, shownCode)?.summary;
    const said = [isTheirOwn ? undefined : copy.summary, because?.says, pause];
    return {
      summary: said.flatMap((says) => says?.(facts) ?? []).join(tag === 'ja' ? '' : ' '),
      fix: (because?.fix ?? copy.fix)(facts),
    };
  };
}

/** A language with its sentences. */
export function withTranslations(locale: Locale, words: Words): Locale {
  return { ...locale, words, sentences: sentencesOf(words) };
}

/** How to reach the provider's form, in three lines, if known. Menu names stay in the provider's own language. */
export function formDirections(view: PublicView, labels: Labels): readonly string[] | undefined {
  const { dns_provider: provider } = view;
  const path = provider?.path?.join(' → ');
  return path && provider ? [labels.signInTo(provider.name, zoneOf(view)), labels.openPath(path), labels.enterValues] : undefined;
}

/** Reasons that no record can fix: the zone itself must be corrected, at its registrar or DNS provider. */
const OF_THE_ZONE = /^(servfail|dnssec_\w+|lame_servers|servers_(silent|not_public)|domain_not_registered)$/;

/**
 * A message to whoever can change the DNS: the records as text, or what to do first, and the address of the page. `hostname`: in
 * readable form.
 */
export function colleagueMail(
  view: PublicView,
  cards: RecordCard[],
  address: string,
  { words, sayings, labels }: { words: Locale; sayings: Sayings; labels: Pick<PortalLabels, 'mailSubject' | 'mailText'> },
  hostname: string,
): { subject: string; lines: string[] } {
  const records = cards.flatMap((card, index) => [
    ...(cards.length > 1 || card.action !== 'add' ? [cardTitle(card, index, cards.length, words.labels)] : []),
    ...fieldsOf(card, view, words.labels).map(({ label, text }) => `${label}: ${text}`),
    '',
  ]);
  const first = OF_THE_ZONE.test(view.diagnosis.reason ?? '') ? sentenceFor(view, sayings, words.labels.brand) : undefined;
  const asked = first === undefined ? records : [first, ''];
  return { subject: labels.mailSubject(hostname), lines: [labels.mailText(hostname), '', ...asked, address] };
}

/** For the sender's mail program. RFC 6068, section 5: lines end with CR and LF. */
export function mailtoUrl({ subject, lines }: { subject: string; lines: string[] }): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}
