import type { DiagnosisCode } from '../contract/api/error-codes.ts';
import type { PublicFix, PublicProvider, PublicView } from '../contract/public-view.ts';
import type { RecordCard } from '../contract/view/blocks.ts';
import { causeOf, isDnsOpen, ownValue, routingRecord } from '../contract/view/view.ts';
import type { PUBLIC_WORDS } from './en/public-words.ts';
import type { CopyFacts, KnownForm, Labels, Locale, Sentences, TitleFacts, Words } from './types/locale.ts';
import type { PortalLabels } from './types/portal-labels.ts';
import type { SayingFacts, Sayings } from './types/sayings.ts';

/** A diagnosis as it is read: what is the matter in a few words, in a sentence or two, and what to do. */
export interface Description {
  title: string;
  summary: string;
  fix: string;
}

/** The sentences of a language; those of the API, which are English, where it has none, as for a code of a later release. */
export function describeDomain(view: PublicView, locale: Locale, brand?: string): Description {
  const { diagnosis } = view;
  const { summary, fix } = locale.sentences?.(view, locale, brand) ?? { summary: diagnosis.summary, fix: diagnosis.fix.text };
  return { title: titleFor(view, locale, brand), summary, fix };
}

export function titleFor(view: PublicView, locale: Locale, brand = locale.labels.brand): string {
  return titleOf(view, locale)?.({ hostname: view.url, stage: stageOf(view), brand }) ?? view.diagnosis.summary;
}

/** Prose with the hostname, and the zones around it, as people read them. Records keep the names that DNS has. */
export function readably(text: string, hostname: string, readable: string): string {
  const [labels, shown] = [hostname.split('.'), readable.split('.')];
  return labels
    .slice(1)
    .reduce((prose, _, from) => prose.replaceAll(labels.slice(from).join('.'), shown.slice(from).join('.')), text);
}

/** These are the customer's to mend, unless somebody else is said to have to: those that the API has no words of others for. */
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
  return ownValue(reasonTitles, view.diagnosis.reason) ?? ownValue(titles, causeIn(view));
}

/** What is the matter, also when the window for DNS has ended. */
function causeIn({ diagnosis, dns_records }: PublicView): string {
  return causeOf(diagnosis, routingRecord(dns_records)?.state === 'wrong');
}

/** The same; a switch from another edge is a change of the record that is there. */
function sentencesCode({ diagnosis, dns_records }: PublicView): string {
  const isWrong = routingRecord(dns_records)?.state === 'wrong';
  return isWrong && diagnosis.code === 'ready_to_switch' ? 'invalid_cname_target' : causeOf(diagnosis, isWrong);
}

function stageOf(view: PublicView): CopyFacts['stage'] {
  return isDnsOpen(view) ? 'dns' : 'certificate';
}

/** What a card is headed with: what to do with the record, and in which order where there are several. */
export function cardTitle({ action }: RecordCard, index: number, count: number, { actions, record }: Labels): string {
  if (count === 1 && action === 'add') return record;
  return `${count > 1 ? `${index + 1}. ` : ''}${ownValue(actions, action) ?? action}`;
}

export type CardField = {
  /** As the form of the provider calls it, where that is known. */
  label: string;
  text: string;
} & ({ key: 'type' | 'proxy'; isCopied: false } | { key: 'name' | 'value'; isCopied: boolean });

/** The fields of a record, in the order of a form. The provider's word for the value, and its proxy, are those of a CNAME. */
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

/** The whole name, for who may have to enter it: at a provider that is not known. What is removed is not entered. */
export function fullNameOf({ action, name, host }: RecordCard, { dns_provider }: PublicView): string | undefined {
  return dns_provider || host === name || action === 'remove' ? undefined : name;
}

/** What a check has found, for who asked for it: that the record is not there yet, or what is wrong. */
export function checkAnswer(view: PublicView, title: string, { justChecked, notYet }: Labels): string {
  return justChecked(['cname_not_found', 'in_progress'].includes(causeIn(view)) && !view.diagnosis.reason ? notYet : `${title}.`);
}

/** What the owner of a hostname is to do, in one short sentence; undefined for a code of a later release. */
export function sentenceFor(view: PublicView, { codes, reasons, others }: Sayings, brand: string): string | undefined {
  const { url, dns_records, dns_provider, diagnosis } = view;
  const facts: SayingFacts = {
    host: routingRecord(dns_records)?.host || url,
    zone: zoneOf(view),
    brand,
    isDnsOpen: isDnsOpen(view),
    form: formOf(dns_provider),
  };
  const saying = isLeftToOthers(view) ? others : (ownValue(reasons, diagnosis.reason) ?? ownValue(codes, causeIn(view)));
  return saying?.(facts);
}

/** The domain in which the record is made: the hostname without what the form takes as its name. */
function zoneOf({ url, dns_records }: PublicView): string {
  const host = routingRecord(dns_records)?.host ?? '';
  return url.startsWith(`${host}.`) ? url.slice(host.length + 1) : url;
}

/** Stands where a sentence names something that the view does not have. */
const NOT_KNOWN = '…';

/** What the sentences of a language name beside the title's, as far as the view has it. */
function factsOf(view: PublicView, dnsForm: Words['dnsForm'], { actions }: Labels) {
  const { url: hostname, dns_records, dns_provider, diagnosis } = view;
  const [change] = diagnosis.fix.records;
  const asked = dns_records.find(({ name }) => name === change?.name);
  const record = asked ?? dns_records.find(({ state }) => state !== 'ok') ?? routingRecord(dns_records);
  const { value: cnameTarget = '' } = record ?? {};
  // Empty: its form takes nothing for the zone itself.
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

/** What was found in place of the record, put together from what the view has. */
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

/** One record to be added needs no verb: its sentence has it. */
function caaChanges(changes: PublicFix[], verbs: Record<string, string>): string {
  const needVerbs = changes.some(({ action }) => action !== 'add');
  return changes
    .map(({ action, name, host, value }) => `${needVerbs ? `${verbs[action] ?? action}: ` : ''}${host || name} CAA ${value}`)
    .join('; ');
}

/** A diagnosis in the words of a language. A code or reason that it does not know is left to the sentences of the API. */
export function sentencesOf(words: Words): Sentences {
  return (view, { tag, labels }, brand) => {
    const { reason, actor, code: shownCode } = view.diagnosis;
    const code = sentencesCode(view);
    const copy = isLeftToOthers(view) ? words.others : ownValue(words.codes, code);
    const because = ownValue(words.reasons, reason);
    if (!copy || (reason && !because && actor === 'customer')) return;
    // Sentences begin with the brand; titles do not.
    const named = brand ?? labels.brand.charAt(0).toUpperCase() + labels.brand.slice(1);
    const facts: CopyFacts = { hostname: view.url, stage: stageOf(view), brand: named, ...factsOf(view, words.dnsForm, labels) };
    // What is said where others have to act does not hold where the customer has to.
    const isTheirOwn = because && actor === 'customer' && code === 'challenge_unreachable';
    const pause = code === shownCode ? undefined : ownValue(words.codes, shownCode)?.summary;
    const said = [isTheirOwn ? undefined : copy.summary, because?.says, pause];
    return {
      summary: said.flatMap((says) => says?.(facts) ?? []).join(tag === 'ja' ? '' : ' '),
      fix: (because?.fix ?? copy.fix)(facts),
    };
  };
}

/** A language with its sentences. */
export function withWords(locale: Locale, words: Words): Locale {
  return { ...locale, words, sentences: sentencesOf(words) };
}

/** Where the record is entered, in three lines, if that is known. The words of a provider's menus stay as it has them. */
export function wayToForm(view: PublicView, labels: Labels): readonly string[] | undefined {
  const { dns_provider: provider } = view;
  const path = provider?.path?.join(' → ');
  return path && provider ? [labels.signInTo(provider.name, zoneOf(view)), labels.openPath(path), labels.enterValues] : undefined;
}

/** Reasons that no record mends: the zone itself has to be put right, at its registrar or its DNS provider. */
const OF_THE_ZONE = /^(servfail|dnssec_\w+|lame_servers|servers_(silent|not_public)|domain_not_registered)$/;

/**
 * What is written to whoever can change the DNS: the records as text, or what is to be done first, and the address of the page
 * that has it. `hostname`: as people read it.
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

/** For the program of whoever sends it. RFC 6068, section 5: lines end with CR and LF. */
export function mailAddress({ subject, lines }: { subject: string; lines: string[] }): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}
