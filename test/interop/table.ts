import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from '../../local/machine/environment.ts';

/** Results of one CA. */
export interface Seen {
  version: string;
  /** Requests for the first certificate, including those for the account. */
  requests: number;
  /** The answer of a CA that requires a binding, and whether it issued with one. */
  binding: string;
  keyChange: string;
  renewalInformation: string;
  revocation: string;
}

const PAGE = join(PROJECT, 'docs', 'operate', 'certificate-authorities.md');
const HEADINGS = '| CA | Version | External binding | Requests | Key change | Renewal information | Revocation |';
const TABLE = /Tried on [\d-]+ by `npm run prove -- interop-all`[\s\S]*?\n(?:\|.*\n)+/;

/** `npm run prove -- interop-all` compares it with the page, and writes it with `UPDATE_DOCS=1`. */
export function rowOf(ca: string, { version, requests, binding, keyChange, renewalInformation, revocation }: Seen): string {
  return `| ${[ca, version, binding, requests, keyChange, renewalInformation, revocation].join(' | ')} |`;
}

export function rowsOfPage(): string[] {
  const [table = ''] = TABLE.exec(readFileSync(PAGE, 'utf8')) ?? [];
  return table.split('\n');
}

export function updateTable(rows: readonly string[]): void {
  if (process.env.UPDATE_DOCS !== '1') return;
  const date = new Date().toISOString().slice(0, 10);
  const line = HEADINGS.replace(/[^|]+/g, '---');
  const table = [
    `Tried on ${date} by \`npm run prove -- interop-all\`: each account registered by \`ca-account\`, a certificate served, replaced and revoked, and the next CA in its place when it stopped. Requests are those of a first certificate and the account.`,
    '',
    HEADINGS,
    line,
    ...rows,
    '',
  ];
  writeFileSync(
    PAGE,
    readFileSync(PAGE, 'utf8').replace(TABLE, () => table.join('\n')),
  );
}
