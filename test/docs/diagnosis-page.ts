import { DIAGNOSIS_WORDS } from '../../copy/en/diagnosis-texts.ts';
import { DIAGNOSIS_PLACEHOLDERS } from '../../copy/en/placeholders.ts';
import { REASON_WORDS } from '../../copy/en/reason-texts.ts';
import type { Situation } from '../situations/situation.ts';
import { SITUATIONS } from '../situations/situations.ts';

/** docs/diagnosis.md, made from the situations that are played on real name servers and from the words of the API. */
export function diagnosisPage(): string {
  const rows = SITUATIONS.map(row);
  return `${[
    '# What can be wrong with a customer’s DNS',
    '<!-- Made from test/situations/ and the words of the API; `npm run docs` writes it again. -->',
    'What a domain’s `diagnosis` says of each, with `code`, `reason` and who has to act (`actor`). `fix.text` is what to do; `fix.records` has the records to change. ' +
      'Each of these is played on real name servers by `test/e2e/dns/situations.test.ts`, and on those of other makes (Knot, BIND, Unbound) by `test/e2e/dns/dns-lab-situations.test.ts`. To see one yourself: `npm start`, set it with `npm run dns` (`--help` lists what it can), and ask ' +
      '`POST /api/dns/look`. CAA records of a customer count only where the target has none, as a label has that an A record was set for (`npm run dns -- set LABEL A 127.0.0.1`). All codes and reasons, those of the server and the certificate too, are in [errors.md](errors.md).',
    [['Situation', 'Code', 'Reason', 'Who', 'What to do'], ['---', '---', '---', '---', '---'], ...rows]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
  ].join('\n\n')}\n`;
}

function row({ what, code, reason }: Situation): string[] {
  if (code === undefined) return [what, 'none', '', 'nobody', 'Nothing: the certificate is ordered.'];
  const because = reason && REASON_WORDS[reason];
  const { actor, fix } = DIAGNOSIS_WORDS[code];
  return [
    what,
    `\`${code}\``,
    reason ? `\`${reason}\`` : '',
    because?.actor ?? actor,
    (because?.fix ?? fix)(DIAGNOSIS_PLACEHOLDERS),
  ];
}
