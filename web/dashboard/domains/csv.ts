import type { Schemas } from '../../../client/typescript/create-client.ts';
import { csvText } from '../../../contract/csv-text.ts';
import { routingRecord } from '../../../contract/view/view.ts';

type Domain = Schemas['Domain'];

const BOM = '\u{feff}';

/** Columns of an export, in this order whatever the page shows. */
const COLUMNS: readonly (readonly [string, (domain: Domain) => string | number | boolean | undefined])[] = [
  ['id', ({ id }) => id],
  ['hostname', ({ url }) => url],
  ['hostname_unicode', ({ url_unicode }) => url_unicode],
  ['verdict', ({ diagnosis }) => diagnosis.code],
  ['reason', ({ diagnosis }) => diagnosis.reason],
  ['waits_for', ({ diagnosis }) => diagnosis.actor],
  ['since', ({ diagnosis }) => diagnosis.since],
  ['fix', ({ diagnosis }) => diagnosis.fix.text],
  ['dns_status', ({ dns_status }) => dns_status],
  ['ssl_status', ({ ssl_status }) => ssl_status],
  ['record_name', ({ dns_records }) => routingRecord(dns_records)?.name],
  ['record_required', ({ dns_records }) => routingRecord(dns_records)?.value],
  ['record_seen', ({ dns_records }) => routingRecord(dns_records)?.observed],
  ['expires_at', ({ expires_at }) => expires_at],
  ['renews_on', ({ renews_on }) => renews_on],
  ['issuer', ({ certificate }) => certificate?.issuer],
  ['server_id', ({ server_id }) => server_id],
  ['created_at', ({ created_at }) => created_at],
  ['updated_at', ({ updated_at }) => updated_at],
  ['metadata', ({ metadata }) => (Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : undefined)],
];

/** Safe to open in a spreadsheet, whatever strangers wrote. */
export function csvOf(domains: readonly Domain[]): string {
  const rows = domains.map((domain) => COLUMNS.map(([, read]) => String(read(domain) ?? '')));
  return BOM + csvText([COLUMNS.map(([name]) => name), ...rows]);
}
