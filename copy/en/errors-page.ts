import {
  ACTOR_OF_REASON,
  actorOf,
  DIAGNOSIS_CODES,
  DIAGNOSIS_REASONS,
  DIAGNOSIS_STAGES,
  type DiagnosisCode,
  type DiagnosisStage,
  DOMAIN_ERROR_CODES,
  HTTP_ERROR_STATUS,
  type HttpErrorCode,
} from '../../contract/api/error-codes.ts';
import type { DiagnosisFacts, ErrorFacts } from '../types/placeholders.ts';
import { DIAGNOSIS_WORDS, DOMAIN_ERROR_WORDS, dnsFormWords, STAGE_WORDS } from './diagnosis-texts.ts';
import { HTTP_ERROR_WORDS } from './error-page-words.ts';
import { GATEWAY_ANSWERS } from './gateway-answers.ts';
import { REASON_WORDS } from './reason-texts.ts';

/** Facts that show their own names, for a page about all domains: `{hostname}`. */
export const DIAGNOSIS_PLACEHOLDERS: DiagnosisFacts = {
  hostname: '{hostname}',
  host: '{host}',
  cnameTarget: '{cname_target}',
  observed: '{observed}',
  stage: 'dns',
  server: '{server_id}',
  formerServer: '{from_server_id}',
  otherServerId: '{other_server_id}',
  otherServer: 'server {other_server_id} "{name}"',
  dnsForm: dnsFormWords('{hostname}', '{cname_target}', '{host}'),
};
const ERROR_PLACEHOLDERS: ErrorFacts = {
  domain: '{domain}',
  expected_target: '{expected_target}',
  actual_target: '{actual_target}',
  acme_error: '{acme_error}',
};

/** docs/reference/errors.md, generated from the service's own codes and texts. */
export function errorsPage(): string {
  return `${[
    '# Errors',
    '<!-- Made from contract; `npm run docs` writes it again. -->',
    'For integrators: every error code, what it means, who must act, and how to fix it. A code is either in an HTTP answer with a status of 400 or more, or in the `error` and `diagnosis` of a domain.',
    ...httpErrors(),
    ...gatewayAnswers(),
    ...domainErrors(),
    ...diagnoses(),
    ...reasons(),
    ...stages(),
  ].join('\n\n')}\n`;
}

function httpErrors(): string[] {
  const codes = Object.entries(HTTP_ERROR_STATUS) as [HttpErrorCode, number][];
  const rows = codes.map(([code, status]) => [
    `${status}`,
    `\`${code}\``,
    HTTP_ERROR_WORDS[code].meaning,
    HTTP_ERROR_WORDS[code].fix,
  ]);
  return [
    '## HTTP errors',
    'The body is `{"error": {"code", "message", "details"?}}`. Every answer has an `X-Request-Id`. With a 5xx the service has to act, otherwise you.',
    table(['Status', 'Code', 'What it means', 'What to do'], rows),
  ];
}

function gatewayAnswers(): string[] {
  return [
    '## Answers that do not come from this service',
    'API Gateway and CloudFront answer some requests themselves, in another format and without `X-Request-Id`. Use only the status: the text is AWS’s and may change. You can retry a 429 or 5xx after a few seconds.',
    table(
      ['Status', 'When', 'Body'],
      GATEWAY_ANSWERS.map(({ status, when, body }) => [status, when, body]),
    ),
  ];
}

function domainErrors(): string[] {
  const rows = DOMAIN_ERROR_CODES.map((code) => [`\`${code}\``, DOMAIN_ERROR_WORDS[code](ERROR_PLACEHOLDERS)]);
  return [
    '## Errors of a domain',
    "A domain shows these codes in its `error`, with `details`, as long as the problem lasts. They never appear in an HTTP error. Each is also a [diagnosis](#diagnoses), which says who acts and what to do; the domain's `diagnosis` can be more precise.",
    table(['Code', 'Message'], rows),
  ];
}

function diagnoses(): string[] {
  const rows = DIAGNOSIS_CODES.flatMap(wordings);
  return [
    '## Diagnoses',
    'Every domain has a `diagnosis`. `actor` says who must act; `nobody` means that you only need to wait. If the zone’s DNS provider is known (`dns_provider`), the text names the provider, the fields of its form and its proxy switch. A code with several rows depends on how far the domain is; `…` stands for what the row above says.',
    table(['Code', 'Summary', 'Who acts', 'What to do'], rows),
  ];
}

/** A row per wording: some depend on the domain's progress. What a row has in common with the one above is `…`. */
function wordings(code: DiagnosisCode): string[][] {
  const { summary, fix } = DIAGNOSIS_WORDS[code];
  const rows = DIAGNOSIS_STAGES.map((stage) => {
    const facts = { ...DIAGNOSIS_PLACEHOLDERS, stage };
    return [`\`${code}\``, summary(facts), actorOf({ code }, stage), fix(facts)];
  });
  const distinct = [...new Map(rows.map((row) => [row.join(), row])).values()];
  return distinct.map((row, at) => row.map((cell, column) => withoutCommonStart(cell, column > 1 && distinct[at - 1]?.[column])));
}

/** Without the sentences with which both begin. */
function withoutCommonStart(cell: string, above: string | false | undefined): string {
  if (!above || cell === above) return cell;
  const [own, other] = [cell, above].map((text) => text.split(/(?<=\.) /)) as [string[], string[]];
  const common = own.findIndex((sentence, at) => sentence !== other[at]);
  return common > 0 ? `… ${own.slice(common).join(' ')}` : cell;
}

function stages(): string[] {
  const rows = DIAGNOSIS_STAGES.flatMap((stage) => {
    const words = STAGE_WORDS[stage]?.({ ...DIAGNOSIS_PLACEHOLDERS, stage });
    return words === undefined ? [] : [[STAGE_SHOWN[stage] ?? stage, words]];
  });
  return [
    '### During a renewal or a move',
    'For any code, the summary ends with one of these sentences:',
    table(['The domain has', 'Sentence'], rows),
  ];
}

/** How the API shows a stage beside the diagnosis. */
const STAGE_SHOWN: Partial<Record<DiagnosisStage, string>> = {
  renewal: '`renewal`',
  move: '`move` with the state `installing`',
  move_dns: '`move` with the state `awaiting_dns`',
};

function reasons(): string[] {
  const rows = DIAGNOSIS_REASONS.map((reason) => {
    const { says, fix } = REASON_WORDS[reason];
    return [`\`${reason}\``, says(DIAGNOSIS_PLACEHOLDERS), ACTOR_OF_REASON[reason] ?? '', fix?.(DIAGNOSIS_PLACEHOLDERS) ?? ''];
  });
  const byWords = Map.groupBy(rows, ([, ...words]) => words.join());
  const merged = [...byWords.values()].map((same) => [same.map(([reason]) => reason).join(', '), ...(same[0] ?? []).slice(1)]);
  return [
    '### Reasons',
    'If the cause is known, `reason` names it, and the summary ends with its sentence. A reason can also change who acts and what to do; an empty cell means: as for the code.',
    table(['Reason', 'Sentence', 'Who acts', 'What to do'], merged),
  ];
}

function table(head: string[], rows: string[][]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}
