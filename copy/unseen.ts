import { DIAGNOSIS_WORDS, NOT_RECORDED } from './en/diagnosis-texts.ts';
import { dnsFormWords } from './en/dns-form.ts';
import { PUBLIC_WORDS } from './en/public-words.ts';
import { REASON_WORDS, type ReasonWords } from './en/reason-texts.ts';
import { UNSEEN_CODE_WORDS, UNSEEN_REASON_WORDS, UNSEEN_UNKNOWN } from './en/unseen-words.ts';

/** What the sentences may know of a domain: nothing that was found. */
interface Told {
  url: string;
  dns_status: string;
  ssl_status: string;
  dns_records: { host: string; value: string }[];
  diagnosis: { code: string; reason?: string | undefined };
  dns_provider?: { name: string; form?: ToldForm | undefined };
}
interface ToldForm {
  name?: string | undefined;
  value?: string | undefined;
  appends_zone?: boolean | undefined;
  proxy_switch?: { name: string; off: string } | undefined;
}

/**
 * The sentences of a diagnosis, made again of its code and reason and of the record that is to be set: those of the API name what DNS
 * answered.
 */
export function unseenSentences(domain: Told): { summary: string; fix: string } {
  const { code, reason } = domain.diagnosis;
  const facts = factsOf(domain);
  const words = ownValue(DIAGNOSIS_WORDS, code);
  if (!words) return { summary: UNSEEN_UNKNOWN.summary(facts), fix: UNSEEN_UNKNOWN.fix(facts) };
  const unseen = ownValue(UNSEEN_CODE_WORDS, code);
  const because: Partial<ReasonWords> = { ...ownValue(REASON_WORDS, reason), ...ownValue(UNSEEN_REASON_WORDS, reason) };
  // What is usually somebody else's to mend, and here the customer's by its reason: that says it all.
  const isSaid = because.says && Object.hasOwn(PUBLIC_WORDS, code);
  return {
    summary: [isSaid ? undefined : (unseen?.summary ?? words.summary)(facts), because.says?.(facts)].filter(Boolean).join(' '),
    fix: (because.fix ?? unseen?.fix ?? words.fix)(facts),
  };
}

function factsOf({ url: hostname, dns_records, dns_provider, dns_status, ssl_status }: Told) {
  const { host = hostname, value: cnameTarget = NOT_RECORDED } = dns_records[0] ?? {};
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
    stage: dns_status === 'validated' ? settled : ('dns' as const),
    dnsForm: dnsFormWords(hostname, cnameTarget, host, known),
  };
}

function ownValue<T extends object>(record: T, key: string | undefined): T[keyof T] | undefined {
  return key !== undefined && Object.hasOwn(record, key) ? record[key as keyof T] : undefined;
}
