import { AWS_PROBLEM_REASONS, type DiagnosisCode, type DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { PublicView } from '../../contract/public-view.ts';
import type { DiagnosisFacts } from './placeholders.ts';

/** What the sentences for the owner of a hostname may name. One that names anything else does not compile. */
export interface CopyFacts extends Pick<DiagnosisFacts, 'hostname' | 'host' | 'cnameTarget' | 'observed' | 'stage' | 'dnsForm'> {
  /** Who runs the site that the hostname leads to. */
  brand: string;
}
export type Says = (facts: CopyFacts) => string;
/** A title is short: it names nothing else. */
export type TitleFacts = Pick<CopyFacts, 'hostname' | 'stage' | 'brand'>;
export type Titles = (facts: TitleFacts) => string;

export interface Copy {
  summary: Says;
  fix: Says;
}
export interface ReasonCopy {
  /** One more sentence, after the diagnosis. */
  says: Says;
  /** What to do, where that is more exact than the diagnosis alone would be. */
  fix?: Says;
}

/** Reasons that the owner of a hostname never reads: they are about the server that it leads to. */
const OF_THE_SERVER = [
  ...['other_server', 'server_created', 'reached_by_agent', 'connection_failed', 'bad_gateway', 'redirect_refused'],
  ...['answered_by_wordpress', 'answered_by_login_page', 'answered_by_parked_page', 'answered_by_cloudflare'],
  ...['answered_by_default_page', 'answered_by_firewall', 'lookup_failed', 'server_busy'],
  ...[
    'former_certificate',
    'certificate_ends_soon',
    'other_certificate',
    'other_hostname',
    'self_signed',
    'chain_incomplete',
    'caa_at_target',
    'ca_account_refused',
    'tls_failed',
    'https_unreachable',
    'server_silent',
    'machine_silent',
    'not_seen_now',
    'access_unchecked',
  ],
  ...AWS_PROBLEM_REASONS,
] as const satisfies DiagnosisReason[];
export type CustomerReason = Exclude<DiagnosisReason, (typeof OF_THE_SERVER)[number]>;

/** Reasons that make another title of their diagnosis. */
type TitledReason =
  | 'negative_cache'
  | 'doubled_name'
  | 'target_typo'
  | 'address_instead'
  | 'addresses_elsewhere'
  | 'ipv6_elsewhere';

/** A diagnosis in words; a new code or reason does not compile until each language has them. */
export interface Words {
  codes: Record<DiagnosisCode, Copy>;
  /** What is said in place of a cause that somebody else has to remove. */
  others: Copy;
  reasons: Record<CustomerReason, ReasonCopy>;
  /** What the form of the DNS provider is called in sentences; of one that is not known, nothing but the names and values. */
  dnsForm: (record: FormRecord, form?: KnownForm) => DiagnosisFacts['dnsForm'];
}
interface FormRecord {
  hostname: string;
  cnameTarget: string;
  host: string;
}
export interface KnownForm {
  name: string;
  fields?: { name?: string | undefined; value?: string | undefined } | undefined;
  appendsZone?: boolean | undefined;
  proxySwitch?: { name: string; off: string } | undefined;
}

/** All that a page says by itself. */
export interface Labels {
  steps: { added: string; dns: string; certificate: string; live: string };
  /** Of a step: for who does not see its colour. */
  stepStates: { done: string; current: string; todo: string };
  record: string;
  fields: { type: string; name: string; value: string };
  fullName: (name: string) => string;
  /** In place of a name, where the form takes nothing for the zone itself. */
  emptyName: string;
  actions: { add: string; change: string; remove: string };
  /** What the icon beside a value is called. */
  copy: { name: string; value: string };
  copied: (field: string) => string;
  selected: (field: string) => string;
  observed: string;
  evidence: string;
  /** What the owner of a hostname need not read. */
  more: string;
  where: string;
  /** The way to the DNS provider's form, in three lines. An account may have several domains; its menus have their own words. */
  signInTo: (provider: string, zone: string) => string;
  openPath: (path: string) => string;
  enterValues: string;
  checkNow: string;
  /** For who was asked to add a record. */
  addedCheckNow: string;
  /** The answer to a check, where nothing else has changed: a title, or `notYet`. */
  justChecked: (what: string) => string;
  notYet: string;
  checking: string;
  checkedAt: (time: string) => string;
  nextCheckAt: (time: string) => string;
  goesOn: string;
  takesTime: string;
  open: (hostname: string) => string;
  openProvider: (provider: string) => string;
  /** Of the DNS provider, which sets the record itself. */
  setUpAt: (provider: string) => string;
  byHand: string;
  loading: string;
  cannotLoad: { title: string; text: string };
  signedOut: { title: string; text: string };
  notFound: { title: string; text: string };
  tooMany: { title: string; text: (seconds: string) => string };
  tryAgain: string;
  brand: string;
}

/** A diagnosis in whole sentences; undefined: those of the API are said. */
export type Sentences = (
  view: PublicView,
  locale: Pick<Locale, 'tag' | 'labels'>,
  brand?: string,
) => { summary: string; fix: string } | undefined;

/** A language. */
export interface Locale {
  /** BCP 47. */
  tag: string;
  direction: 'ltr' | 'rtl';
  titles: Record<DiagnosisCode, Titles>;
  reasonTitles: Record<TitledReason, Titles>;
  /** Absent in English: there a diagnosis brings its sentences with it. */
  sentences?: Sentences | undefined;
  /** What they are made of. */
  words?: Words;
  labels: Labels;
}
