import { actorOf } from '../../contract/api/error-codes.ts';
import { DIAGNOSIS_WORDS } from '../../copy/en/diagnosis-texts.ts';
import { DIAGNOSIS_PLACEHOLDERS } from '../../copy/en/errors-page.ts';
import { REASON_WORDS } from '../../copy/en/reason-texts.ts';
import type { Situation } from '../situations/situation.ts';
import { SITUATIONS } from '../situations/situations.ts';

/**
 * docs/reference/diagnosis.md, generated from the situations that are tested with real name servers, and from the API's texts.
 */
export function diagnosisPage(): string {
  const rows = SITUATIONS.map(row);
  return `${[
    '# DNS problems and their diagnoses',
    '<!-- Made from test/situations/ and the words of the API; `npm run docs` writes it again. -->',
    'For integrators and their support: DNS problems of a customer’s hostname, and what a domain’s `diagnosis` says for each: its `code`, its `reason`, who must act (`actor`), and what to do (`fix.text`; `fix.records` has the records to change). ' +
      '[errors.md](errors.md) has all codes and reasons, also those about the server and the certificate.',
    '**Reproduce a problem:** run `npm start`, set the records with `npm run dns` (`--help` lists what it can do), and call `POST /api/dns/look`. A customer’s CAA records count only if the target has none. A label with an A record of its own is such a target: `npm run dns -- set LABEL A 127.0.0.1`.',
    'Tests play each situation on real name servers: `test/e2e/dns/situations.test.ts`, and on Knot, BIND and Unbound `test/e2e/dns/dns-lab-situations.test.ts`.',
    [['Situation', 'Code', 'Reason', 'Who acts', 'What to do'], ['---', '---', '---', '---', '---'], ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
  ].join('\n\n')}\n`;
}

function row({ what, code, reason }: Situation): string[] {
  if (code === undefined) return [what, 'none', '', 'nobody', 'Nothing: the certificate is ordered.'];
  const because = reason && REASON_WORDS[reason];
  const { fix } = DIAGNOSIS_WORDS[code];
  return [
    what,
    `\`${code}\``,
    reason ? `\`${reason}\`` : '',
    actorOf({ code, reason }, 'dns'),
    (because?.fix ?? fix)(DIAGNOSIS_PLACEHOLDERS),
  ];
}
