import type { PublicView } from '../../contract/public-view.ts';

/** Optional text. */
const ABSENT = undefined;
/** Fields of a domain that a page reads, with the defaults for missing or invalid ones. */
const VIEW = {
  url: '',
  dns_status: '',
  ssl_status: '',
  dns_records: [{ type: '', name: '', host: '', value: '', ttl: 0, purpose: '', state: ABSENT, observed: ABSENT }],
  diagnosis: {
    code: '',
    reason: ABSENT,
    summary: '',
    actor: 'nobody',
    fix: { text: '', records: [{ action: '', type: '', name: '', host: ABSENT, value: '' }] },
    evidence: [{ kind: '', asked: '', server: ABSENT, answer: '', at: '' }],
    checked_at: ABSENT,
    next_check_at: ABSENT,
  },
  dns_provider: {
    name: '',
    url: ABSENT,
    path: [''],
    form: { name: ABSENT, value: ABSENT, appends_zone: false, proxy_switch: { name: '', off: '' } },
  },
  dns_setup: { type: '', provider: '', url: '' },
};

/** Parses a proxy's answer; undefined if it is no domain. A proxy may be older than the page, or not ours. */
export function readView(answer: unknown): PublicView | undefined {
  const view = read(VIEW, answer) as typeof VIEW;
  const { dns_records, dns_provider, dns_setup } = view;
  if (!view.url || !view.diagnosis.code) return undefined;
  for (const record of dns_records) record.host ||= record.name;
  const proxy_switch = dns_provider.form.proxy_switch.name ? dns_provider.form.proxy_switch : undefined;
  return {
    ...view,
    dns_provider: dns_provider.name ? { ...dns_provider, form: { ...dns_provider.form, proxy_switch } } : undefined,
    dns_setup: dns_setup.provider && dns_setup.url ? dns_setup : undefined,
  } as unknown as PublicView;
}

function read(shape: unknown, value: unknown): unknown {
  if (Array.isArray(shape)) return Array.isArray(value) ? value.map((each) => read(shape[0], each)) : [];
  if (typeof shape !== 'object') return value && typeof value === typeof (shape ?? '') ? value : shape;
  const fields = Object(value);
  return Object.fromEntries(Object.entries(shape as object).map(([name, inner]) => [name, read(inner, fields[name])]));
}

/** Maximum of a text: our sentences contain several texts from strangers. */
const MAX_BYTES = 2048;
/**
 * Invisible characters, and those that reorder visible text: control, format and direction characters, line separators, lone
 * surrogates.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A stranger's text for display: cut between characters, with invisible ones escaped as `\u{202e}`. */
export function visibleText(text: string): string {
  return cut(text).replace(UNSEEN, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}

function cut(text: string): string {
  const bytes = new TextEncoder().encode(text);
  // Streaming mode drops an incomplete character at the end.
  return bytes.length > MAX_BYTES ? `${new TextDecoder().decode(bytes.slice(0, MAX_BYTES), { stream: true })}…` : text;
}
