import { isValidationReason } from '../contract/api/error-codes.ts';
import type { PublicDiagnosis, PublicProvider, PublicView } from '../contract/public-view.ts';
import { causeOf, routingRecord } from '../contract/view/view.ts';
import { DIAGNOSIS_WORDS, dnsFormWords, NOT_RECORDED } from './en/diagnosis-texts.ts';
import {
  DEFAULT_BRAND,
  FALLBACK_PUBLIC_WORDS,
  PUBLIC_WORDS,
  type PublicWords,
  REDACTED_CODE_WORDS,
  REDACTED_FALLBACK,
  REDACTED_REASON_WORDS,
} from './en/public-words.ts';
import { REASON_WORDS, type ReasonWords } from './en/reason-texts.ts';

/** Facts that sentences may use: nothing that a check found. */
interface Told {
  url: string;
  dns_status: string;
  ssl_status: string;
  dns_records: { host: string; value: string; purpose: string; state: string }[];
  diagnosis: { code: string; reason?: string | undefined };
  dns_provider?: { name: string; form?: ToldForm | undefined };
}
interface ToldForm {
  name?: string | undefined;
  value?: string | undefined;
  appends_zone?: boolean | undefined;
  proxy_switch?: { name: string; off: string } | undefined;
}

/** A diagnosis rewritten from its code, reason and record, because the API's sentences name DNS answers. */
function unseenSentences(domain: Told): { summary: string; fix: string } {
  const { reason } = domain.diagnosis;
  const code = causeOf(domain.diagnosis, routingRecord(domain.dns_records)?.state === 'wrong');
  const facts = factsOf(domain);
  const words = ownValue(DIAGNOSIS_WORDS, code);
  if (!words) return { summary: REDACTED_FALLBACK.summary(facts), fix: REDACTED_FALLBACK.fix(facts) };
  const unseen = ownValue(REDACTED_CODE_WORDS, code);
  const because: Partial<ReasonWords> = { ...ownValue(REASON_WORDS, reason), ...ownValue(REDACTED_REASON_WORDS, reason) };
  // True when somebody else usually fixes it, but this reason makes it the customer's task. The reason's sentence is then enough.
  const isSaid = because.says && Object.hasOwn(PUBLIC_WORDS, code);
  const pause = code === domain.diagnosis.code ? undefined : DIAGNOSIS_WORDS.dns_validation_timeout.summary(facts);
  return {
    summary: [isSaid ? undefined : (unseen?.summary ?? words.summary)(facts), because.says?.(facts), pause]
      .filter(Boolean)
      .join(' '),
    fix: (because.fix ?? unseen?.fix ?? words.fix)(facts),
  };
}

function factsOf({ url: hostname, dns_records, dns_provider, dns_status, ssl_status, diagnosis }: Told) {
  const ofValidation = isValidationReason(diagnosis.reason) && dns_records.find(({ purpose }) => purpose === 'validation');
  const record = ofValidation || routingRecord(dns_records);
  const { value: cnameTarget = NOT_RECORDED } = record ?? {};
  const host = record?.host || hostname;
  const { name = '', form } = dns_provider ?? {};
  const known = dns_provider && {
    name,
    fields: { ...(form?.name && { name: form.name }), ...(form?.value && { value: form.value }) },
    ...(form?.appends_zone && { appendsZone: true }),
    ...(form?.proxy_switch && { proxySwitch: form.proxy_switch }),
  };
  const settled = ssl_status === 'active' ? ('rest' as const) : ('certificate' as const);
  return {
    ...{ hostname, host, cnameTarget, observed: NOT_RECORDED, server: NOT_RECORDED, formerServer: NOT_RECORDED },
    ...{ otherServer: NOT_RECORDED, otherServerId: NOT_RECORDED },
    stage: dns_status === 'validated' ? settled : ('dns' as const),
    dnsForm: dnsFormWords(hostname, cnameTarget, host, known),
  };
}

function ownValue<T extends object>(record: T, key: string | undefined): T[keyof T] | undefined {
  return key !== undefined && Object.hasOwn(record, key) ? record[key as keyof T] : undefined;
}

/** The reader of the view. */
export interface Audience {
  /** `owner`: signed in at the integrator, or has a link signed for this hostname. `stranger`: typed its name. */
  is: 'owner' | 'stranger';
  /** The site's operator, as the owner knows it. */
  brand?: string | undefined;
}

const RECORD = ['type', 'name', 'host', 'value', 'ttl', 'purpose', 'state'] as const;
const OBSERVED_RECORD = [...RECORD, 'observed'] as const;
const DIAGNOSIS = ['code', 'reason', 'summary', 'actor', 'checked_at', 'next_check_at'] as const;
const FIX = ['action', 'type', 'name', 'host', 'value'] as const;
const EVIDENCE = ['kind', 'asked', 'server', 'answer', 'at'] as const;
const PROVIDER = ['name', 'url', 'path'] as const;
const SETUP = ['type', 'provider', 'url'] as const;
const FORM = ['type', 'name', 'value', 'full_name', 'appends_zone', 'has_proxy'] as const;
const PROXY_SWITCH = ['name', 'off'] as const;

/** What a browser may get. Lists each field by name, so a new API field stays inside. */
export function publicView(domain: PublicView, audience: Audience): PublicView {
  const { url, dns_status, ssl_status, dns_records, dns_provider, dns_setup } = domain;
  return {
    url,
    dns_status,
    ssl_status,
    dns_records: dns_records.map((record) => only(record, audience.is === 'owner' ? OBSERVED_RECORD : RECORD)),
    diagnosis: publicDiagnosis(domain, audience),
    ...(dns_provider && { dns_provider: publicProvider(dns_provider) }),
    ...(dns_setup && domain.diagnosis.actor === 'customer' && { dns_setup: only(dns_setup, SETUP) }),
  };
}

function publicProvider(provider: PublicProvider): PublicProvider {
  const { form } = provider;
  const proxySwitch = form?.proxy_switch && { proxy_switch: only(form.proxy_switch, PROXY_SWITCH) };
  return { ...only(provider, PROVIDER), ...(form && { form: { ...only(form, FORM), ...proxySwitch } }) };
}

function publicDiagnosis(domain: PublicView, { is, brand = DEFAULT_BRAND }: Audience): PublicDiagnosis {
  const { diagnosis } = domain;
  const words = wordsForOthers(diagnosis);
  if (words) {
    const { reason, ...shown } = only(diagnosis, DIAGNOSIS);
    return { ...shown, summary: words.summary(brand), fix: { text: words.fix(brand), records: [] }, evidence: [] };
  }
  const records = diagnosis.fix.records.map((record) => only(record, FIX));
  if (is === 'owner') {
    const evidence = diagnosis.evidence.map((each) => only(each, EVIDENCE));
    return { ...only(diagnosis, DIAGNOSIS), fix: { text: diagnosis.fix.text, records }, evidence };
  }
  const { summary, fix } = unseenSentences(domain);
  // A record to remove exists, so it was found by a check.
  const toBeSet = records.filter(({ action }) => action !== 'remove');
  return { ...only(diagnosis, DIAGNOSIS), summary, fix: { text: fix, records: toBeSet }, evidence: [] };
}

/** Texts in place of a cause that the owner cannot fix. */
function wordsForOthers({ code, actor }: PublicDiagnosis): PublicWords | undefined {
  if (actor === 'customer') return undefined;
  if (Object.hasOwn(PUBLIC_WORDS, code)) return PUBLIC_WORDS[code as keyof typeof PUBLIC_WORDS];
  return actor === 'nobody' ? undefined : FALLBACK_PUBLIC_WORDS;
}

/** The named fields that `from` has. */
function only<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Pick<T, K>;
}
