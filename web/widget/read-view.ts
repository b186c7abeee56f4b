import type { PublicDiagnosis, PublicRecord, PublicView } from '../../contract/public-view.ts';

type Fields = Record<string, unknown>;

const RECORD = ['type', 'name', 'host', 'value', 'purpose'];
const FIX = ['action', 'type', 'name', 'value'];
const EVIDENCE = ['kind', 'asked', 'answer', 'at'];

/**
 * What a proxy has answered, or undefined where that is no domain. What is missing in it is empty: a proxy may be older than the
 * page, or somebody's own.
 */
export function readView(answer: unknown): PublicView | undefined {
  const { url, dns_records, dns_provider, dns_setup, diagnosis } = fields(answer);
  const { code, fix, evidence } = fields(diagnosis);
  if (!isText(url) || !isText(code)) return undefined;
  const provider = fields(dns_provider);
  const setUp = fields(dns_setup);
  return {
    ...texts(answer, ['url', 'dns_status', 'ssl_status']),
    dns_records: list(dns_records).map(readRecord),
    diagnosis: {
      actor: 'nobody',
      ...texts(diagnosis, ['summary'], ['code', 'reason', 'actor', 'checked_at', 'next_check_at']),
      fix: { ...texts(fix, ['text']), records: list(fields(fix).records).map((record) => texts(record, FIX, ['host'])) },
      evidence: list(evidence).map((each) => texts(each, EVIDENCE, ['server'])),
    } as unknown as PublicDiagnosis,
    ...(isText(provider.name) && { dns_provider: { ...texts(provider, ['name'], ['url']), form: readForm(provider.form) } }),
    ...(isText(setUp.provider) && isText(setUp.url) && { dns_setup: texts(setUp, ['type', 'provider', 'url']) }),
  } as unknown as PublicView;
}

function readRecord(record: unknown): PublicRecord {
  const read = texts(record, RECORD, ['state', 'observed']) as unknown as PublicRecord;
  return { ...read, host: read.host || read.name, ttl: Number(fields(record).ttl) || 0 };
}

function readForm(form: unknown) {
  const { appends_zone, proxy_switch } = fields(form);
  return {
    ...texts(form, [], ['name', 'value']),
    ...(appends_zone === true && { appends_zone }),
    ...(isText(fields(proxy_switch).name) && { proxy_switch: texts(proxy_switch, ['name', 'off']) }),
  };
}

/** The fields that are texts: those that a page needs are empty where they are none, the others absent. */
function texts(from: unknown, needed: string[], others: string[] = []): Record<string, string> {
  const known = others.filter((name) => isText(fields(from)[name]));
  return Object.fromEntries(
    [...needed, ...known].map((name) => {
      const value = fields(from)[name];
      return [name, isText(value) ? value : ''];
    }),
  );
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
function fields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
function list(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
