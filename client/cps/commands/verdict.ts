import type { Schemas } from '../../typescript/create-client.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { factLines, table, toSafeText } from '../terminal/text.ts';

type Domain = Schemas['Domain'];
type Diagnosis = Schemas['Diagnosis'];
type DnsRecord = Schemas['DnsRecord'];

/** A domain for people: its state, who must act and how, and the evidence. */
export function domainText(domain: Domain, terminal: Terminal): string {
  return [
    terminal.style('bold', toSafeText(domain.url_unicode ? `${domain.url_unicode} (${domain.url})` : domain.url)),
    factLines([
      ['id', domain.id],
      ['mode', domain.livemode ? 'live' : 'test'],
      ['server', domain.server_id],
      ['dns', domain.dns_status],
      ['certificate', domain.ssl_status],
      ['expires', domain.expires_at],
      ['renews on', domain.renews_on],
      ['metadata', Object.keys(domain.metadata ?? {}).length > 0 ? JSON.stringify(domain.metadata) : undefined],
    ]),
    '',
    diagnosisText(domain.diagnosis, domain.dns_records, terminal),
  ].join('\n');
}

/** Summary, actor, fix, records and evidence. Values unknown to this version are shown unchanged. */
export function diagnosisText(
  { code, reason, summary, actor, fix, evidence, checked_at: checkedAt }: Diagnosis,
  records: readonly DnsRecord[],
  terminal: Terminal,
): string {
  const mark = actor === 'nobody' ? terminal.style('green', code === 'ok' ? '✓' : '…') : terminal.style('red', '✗');
  const what = terminal.style('dim', toSafeText(reason ? `${code}, ${reason}` : code));
  return [
    `${mark} ${toSafeText(summary)} ${terminal.style('dim', '(')}${what}${terminal.style('dim', ')')}`,
    factLines([
      ['who acts', actor],
      ['fix', fix.text],
    ]),
    ...section('record to publish', recordRows(records)),
    ...section(
      'changes',
      fix.records.map((change) => Object.values(change).map((value) => toSafeText(value))),
    ),
    ...section(
      `seen${checkedAt ? `, last checked ${checkedAt}` : ''}`,
      evidence.map(({ kind, asked, server, answer }) => [kind, asked, server ? `at ${server}` : '', `→ ${toSafeText(answer)}`]),
    ),
  ].join('\n');
}

function recordRows(records: readonly DnsRecord[]): string[][] {
  return records.map(({ type, name, value, state }) => [type, name, value, `(${state})`]);
}

function section(title: string, rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : ['', `${title}:`, table(rows).replace(/^/gm, '  ')];
}
