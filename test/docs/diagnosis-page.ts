import { actorOf } from '../../contract/api/error-codes.ts';
import type { Situation } from '../situations/situation.ts';
import { SITUATIONS } from '../situations/situations.ts';

/** docs/reference/diagnosis.md, made from the situations that are played on real name servers. */
export function diagnosisPage(): string {
  const rows = SITUATIONS.map(row);
  return `${[
    '# DNS problems and their diagnoses',
    '<!-- Made from test/situations/; `npm run docs` writes it again. -->',
    'For integrators and their support: DNS problems of a customer’s hostname, and what a domain’s `diagnosis` says for each: its `code`, its `reason`, and who must act (`actor`). ' +
      'What to do is in `fix.text` and `fix.records` of the diagnosis, and in errors.md for [each reason](errors.md#reasons) or, if it says nothing else, for [each code](errors.md#diagnoses).',
    '**Reproduce a problem:** run `npm start`, set the records with `npm run dns` (`--help` lists what it can do), and call `POST /api/dns/look`. A customer’s CAA records count only if the target has none. A label with an A record of its own is such a target: `npm run dns -- set LABEL A 127.0.0.1`.',
    'Tests play each situation on real name servers: `test/e2e/dns/situations.test.ts`, and on Knot, BIND and Unbound `test/e2e/dns/dns-lab-situations.test.ts`.',
    [['Situation', 'Code', 'Reason', 'Who acts'], ['---', '---', '---', '---'], ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
  ].join('\n\n')}\n`;
}

function row({ what, code, reason }: Situation): string[] {
  if (code === undefined) return [what, 'none: the certificate is ordered', '', 'nobody'];
  return [what, `\`${code}\``, reason ? `\`${reason}\`` : '', actorOf({ code, reason }, 'dns')];
}
