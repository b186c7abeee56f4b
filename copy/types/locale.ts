import { AWS_PROBLEM_REASONS, type DiagnosisCode, type DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { PublicView } from '../../contract/public-view.ts';
import type { DiagnosisFacts } from './placeholders.ts';

/** Facts that sentences for a hostname's owner may name. A sentence with any other does not compile. */
export interface CopyFacts extends Pick<DiagnosisFacts, 'hostname' | 'host' | 'cnameTarget' | 'observed' | 'stage' | 'dnsForm'> {
  /** The site's operator. */
  brand: string;
}
export type Says = (facts: CopyFacts) => string;
/** A title is short and names nothing else. */
export type TitleFacts = Pick<CopyFacts, 'hostname' | 'stage' | 'brand'>;
export type Titles = (facts: TitleFacts) => string;

export interface Copy {
  summary: Says;
  fix: Says;
}
export interface ReasonCopy {
  /** An additional sentence after the diagnosis. */
  says: Says;
  /** A more exact action than the diagnosis alone gives. */
  fix?: Says;
}

/** Reasons that a hostname's owner never sees, because they are about the server. */
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

/** Reasons that change their diagnosis's title. */
type TitledReason =
  | 'negative_cache'
  | 'doubled_name'
  | 'target_typo'
  | 'address_instead'
  | 'addresses_elsewhere'
  | 'ipv6_elsewhere';

/** A language's texts of diagnoses. A new code or reason does not compile until each language has them. */
export interface Words {
  codes: Record<DiagnosisCode, Copy>;
  /** Texts in place of a cause that somebody else has to fix. */
  others: Copy;
  reasons: Record<CustomerReason, ReasonCopy>;
  /** How sentences refer to the DNS provider's form. For an unknown provider they contain only names and values. */
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

/** All texts of a page itself. */
export interface Labels {
  steps: { added: string; dns: string; certificate: string; live: string };
  /** Names of step states, for readers who do not see colours. */
  stepStates: { done: string; current: string; todo: string };
  record: string;
  fields: { type: string; name: string; value: string };
  fullName: (name: string) => string;
  /** Shown instead of a name when the form takes nothing for the zone itself. */
  emptyName: string;
  actions: { add: string; change: string; remove: string };
  /** Labels of the copy icons. */
  copy: { name: string; value: string };
  copied: (field: string) => string;
  selected: (field: string) => string;
  observed: string;
  evidence: string;
  /** Heading of details that the owner need not read. */
  more: string;
  where: string;
  /**
   * The way to the DNS provider's form, in three lines. An account may have several domains, and the provider names its own
   * menus.
   */
  signInTo: (provider: string, zone: string) => string;
  openPath: (path: string) => string;
  enterValues: string;
  checkNow: string;
  /** Button for somebody who was asked to add a record. */
  addedCheckNow: string;
  /** Answer to a check without a change. `what`: a title, or `notYet`. */
  justChecked: (what: string) => string;
  notYet: string;
  checking: string;
  checkedAt: (time: string) => string;
  nextCheckAt: (time: string) => string;
  goesOn: string;
  takesTime: string;
  open: (hostname: string) => string;
  openProvider: (provider: string) => string;
  /** Link to the DNS provider, which sets the record itself. */
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

/** Sentences for a diagnosis; undefined: the API's are used. */
export type Sentences = (
  view: PublicView,
  locale: Pick<Locale, 'tag' | 'labels'>,
  brand?: string,
) => { summary: string; fix: string } | undefined;

export interface Locale {
  /** BCP 47. */
  tag: string;
  direction: 'ltr' | 'rtl';
  titles: Record<DiagnosisCode, Titles>;
  reasonTitles: Record<TitledReason, Titles>;
  /** Absent in English: the diagnosis brings its English sentences. */
  sentences?: Sentences | undefined;
  /** The texts that `sentences` uses. */
  words?: Words;
  labels: Labels;
}
