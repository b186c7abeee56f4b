/** Every place of an answer in which a field may stand; `*` is any item of a list. */
const PUBLIC_FIELDS: ReadonlySet<string> = new Set([
  ...['url', 'dns_status', 'ssl_status', 'dns_records', 'diagnosis', 'dns_provider', 'dns_setup'],
  ...below('dns_records.*', ['type', 'name', 'host', 'value', 'ttl', 'purpose', 'state', 'observed']),
  ...below('diagnosis', ['code', 'reason', 'summary', 'actor', 'fix', 'evidence', 'checked_at', 'next_check_at']),
  ...below('diagnosis.fix', ['text', 'records']),
  ...below('diagnosis.fix.records.*', ['action', 'type', 'name', 'value']),
  ...below('diagnosis.evidence.*', ['kind', 'asked', 'server', 'answer', 'at']),
  ...below('dns_provider', ['name', 'url', 'form']),
  ...below('dns_provider.form', ['name', 'value', 'appends_zone', 'proxy_switch']),
  ...below('dns_provider.form.proxy_switch', ['name', 'off']),
  ...below('dns_setup', ['type', 'provider', 'url']),
]);

function below(place: string, names: string[]): string[] {
  return names.map((name) => `${place}.${name}`);
}

/** The fields of an answer that no browser may have. */
export function fieldsBeyond(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => fieldsBeyond(item, `${at}.*`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => {
    const place = at === '' ? name : `${at}.${name}`;
    return PUBLIC_FIELDS.has(place) ? fieldsBeyond(item, place) : [place];
  });
}
