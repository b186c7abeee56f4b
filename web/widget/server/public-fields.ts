import type { PublicDiagnosis } from '../../../contract/public-view.ts';

/** All allowed field paths of an answer. `*` is any list item. */
const PUBLIC_FIELDS: ReadonlySet<string> = new Set([
  ...['url', 'dns_status', 'ssl_status', 'dns_records', 'diagnosis', 'dns_provider', 'dns_setup'],
  ...below('dns_records.*', ['type', 'name', 'host', 'value', 'ttl', 'purpose', 'state', 'observed']),
  ...below('diagnosis', ['code', 'reason', 'summary', 'actor', 'fix', 'evidence', 'checked_at', 'next_check_at']),
  ...below('diagnosis.fix', ['text', 'records']),
  ...below('diagnosis.fix.records.*', ['action', 'type', 'name', 'host', 'value']),
  ...below('diagnosis.evidence.*', ['kind', 'asked', 'server', 'answer', 'at']),
  ...below('dns_provider', ['name', 'url', 'path', 'form']),
  ...below('dns_provider.form', ['type', 'name', 'value', 'full_name', 'appends_zone', 'has_proxy', 'proxy_switch']),
  ...below('dns_provider.form.proxy_switch', ['name', 'off']),
  ...below('dns_setup', ['type', 'provider', 'url']),
]);

function below(place: string, names: string[]): string[] {
  return names.map((name) => `${place}.${name}`);
}

/** Fields of a domain that a browser must not get. */
export function fieldsBeyond(domain: unknown): string[] {
  return [...fieldsUnnamed(domain), ...causeOf(domain)];
}

/** True when a proxy's answer is the domain of this name. */
export function isDomain(answer: unknown, hostname: string): answer is { diagnosis: Partial<Record<string, unknown>> } {
  const { url, diagnosis, dns_records } = (answer ?? {}) as Record<string, unknown>;
  return url === hostname && typeof diagnosis === 'object' && diagnosis !== null && Array.isArray(dns_records);
}

/** Fields that a customer must not see while somebody else has to act. */
function causeOf(domain: unknown): string[] {
  const { actor, reason, evidence, fix } = ((domain as { diagnosis?: unknown })?.diagnosis ?? {}) as Partial<PublicDiagnosis>;
  if (actor !== 'integrator' && actor !== 'service') return [];
  const told = { reason: reason !== undefined, evidence: isFilled(evidence), 'fix.records': isFilled(fix?.records) };
  return Object.entries(told).flatMap(([name, isTold]) => (isTold ? [`diagnosis.${name}`] : []));
}

const isFilled = (list: unknown) => Array.isArray(list) && list.length > 0;

function fieldsUnnamed(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsUnnamed(item, `${at}.*`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const place = at === '' ? name : `${at}.${name}`;
    return PUBLIC_FIELDS.has(place) ? fieldsUnnamed(item, place) : [place];
  });
}
