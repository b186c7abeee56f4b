import type { PublicDiagnosis, PublicProvider, PublicView } from '../contract/public-view.ts';
import { NAMELESS_BRAND, PUBLIC_WORDS, PUBLIC_WORDS_OF_OTHERS, type PublicWords } from './en/public-words.ts';
import { unseenSentences } from './unseen.ts';

/** Who looks. */
export interface Audience {
  /** `owner`: signed in at the integrator, or in possession of a link that was signed for this hostname; `stranger`: has typed its name. */
  is: 'owner' | 'stranger';
  /** Who runs the site that the hostname leads to, as the owner knows it. */
  brand?: string | undefined;
}

const RECORD = ['type', 'name', 'host', 'value', 'ttl', 'purpose', 'state'] as const;
const OBSERVED_RECORD = [...RECORD, 'observed'] as const;
const DIAGNOSIS = ['code', 'reason', 'summary', 'actor', 'checked_at', 'next_check_at'] as const;
const FIX = ['action', 'type', 'name', 'value'] as const;
const EVIDENCE = ['kind', 'asked', 'server', 'answer', 'at'] as const;
const PROVIDER = ['name', 'url'] as const;
const SETUP = ['type', 'provider', 'url'] as const;
const FORM = ['name', 'value', 'appends_zone'] as const;
const PROXY_SWITCH = ['name', 'off'] as const;

/** What may leave for a browser: each field by its name, so that one that the API gets later stays inside. */
export function publicView(domain: PublicView, audience: Audience): PublicView {
  const { url, dns_status, ssl_status, dns_records, dns_provider, dns_setup } = domain;
  return {
    ...{ url, dns_status, ssl_status },
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

function publicDiagnosis(domain: PublicView, { is, brand = NAMELESS_BRAND }: Audience): PublicDiagnosis {
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
  // What is to be removed is there: it was found.
  const toBeSet = records.filter(({ action }) => action !== 'remove');
  return { ...only(diagnosis, DIAGNOSIS), summary, fix: { text: fix, records: toBeSet }, evidence: [] };
}

/** What is said in place of the cause, where that is not the owner's to mend. */
function wordsForOthers({ code, actor }: PublicDiagnosis): PublicWords | undefined {
  if (actor === 'customer') return undefined;
  if (Object.hasOwn(PUBLIC_WORDS, code)) return PUBLIC_WORDS[code as keyof typeof PUBLIC_WORDS];
  return actor === 'nobody' ? undefined : PUBLIC_WORDS_OF_OTHERS;
}

/** The named fields that `from` has. */
function only<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Pick<T, K>;
}
