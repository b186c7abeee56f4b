import { DIAGNOSIS_WORDS, NOT_RECORDED, REASON_WORDS, STAGE_WORDS } from '../../shared/contract/copy/diagnosis-texts.en.ts';
import { dnsFormWords } from '../../shared/contract/copy/dns-form.en.ts';
import { DOMAIN_ERROR_WORDS } from '../../shared/contract/copy/domain-error-texts.en.ts';
import type { DiagnosisCode, DomainErrorCode } from '../../shared/contract/error-codes.ts';
import { dnsProviderOf, hostInForm } from './dns-host.ts';
import type { DomainError, ShownDomain } from './domain-row.schema.ts';
import { stageOf } from './stage.ts';

export interface RecordFix {
  action: 'add' | 'change' | 'remove';
  type: string;
  name: string;
  value: string;
}

/** Codes whose remedy is the CNAME record itself. With a wrong target in view it is changed, otherwise added. */
const CNAME_IS_THE_FIX: ReadonlySet<DiagnosisCode> = new Set<DiagnosisCode>([
  'cname_not_found',
  'invalid_cname_target',
  'dns_validation_timeout',
  'proxied_dns',
  'hostname_claimed',
]);
const ALREADY_THERE: ReadonlySet<DiagnosisCode> = new Set<DiagnosisCode>([
  'invalid_cname_target',
  'proxied_dns',
  'hostname_claimed',
]);

type Diagnosed = Pick<
  ShownDomain,
  | 'url'
  | 'dnsHost'
  | 'dnsZone'
  | 'dnsProvider'
  | 'serverId'
  | 'cnameTarget'
  | 'diagnosis'
  | 'dnsStatus'
  | 'sslStatus'
  | 'move'
  | 'phase'
>;

/** When a domain was last looked at, and is next. */
export interface Checks {
  checkedAt?: string | undefined;
  nextCheckAt?: string | undefined;
}

/** The diagnosis as the API shows it, with its sentences made for this domain. */
export function diagnosisResource(domain: Diagnosed, { checkedAt, nextCheckAt }: Checks = domain.diagnosis) {
  const { url, cnameTarget, diagnosis } = domain;
  const { code, reason, observed, evidence } = diagnosis;
  const words = DIAGNOSIS_WORDS[code];
  const stage = stageOf(domain);
  const facts = {
    hostname: url,
    cnameTarget,
    observed: withoutFullStop(observed ?? NOT_RECORDED),
    stage,
    server: String(domain.serverId),
    formerServer: String(domain.move?.fromServerId ?? NOT_RECORDED),
    dnsForm: dnsFormWords(url, cnameTarget, hostInForm(domain), dnsProviderOf(domain.dnsProvider)),
  };
  const beside = reason === 'former_server' ? undefined : STAGE_WORDS[stage]?.(facts);
  return {
    code,
    ...(reason && { reason }),
    summary: [words.summary(facts), reason && REASON_WORDS[reason], beside].filter(Boolean).join(' '),
    actor: words.actor,
    fix: { text: words.fix(facts), records: recordFixes(domain) },
    evidence,
    ...(checkedAt !== undefined && { checked_at: checkedAt }),
    ...(nextCheckAt !== undefined && { next_check_at: nextCheckAt }),
  };
}

function recordFixes({ url, cnameTarget, diagnosis: { code, observed } }: Diagnosed): RecordFix[] {
  if (!CNAME_IS_THE_FIX.has(code)) return [];
  const hasCname = ALREADY_THERE.has(code) || observed !== undefined;
  return [{ action: hasCname ? 'change' : 'add', type: 'CNAME', name: url, value: cnameTarget }];
}

/** The error as the API shows it: code and details as the specification has them, and a sentence. */
export function errorResource({ code, details }: DomainError): {
  code: DomainErrorCode;
  message: string;
  details: DomainError['details'];
} {
  const facts = {
    domain: NOT_RECORDED,
    expected_target: NOT_RECORDED,
    actual_target: NOT_RECORDED,
    acme_error: NOT_RECORDED,
    ...details,
  };
  return { code, message: DOMAIN_ERROR_WORDS[code]({ ...facts, acme_error: withoutFullStop(facts.acme_error) }), details };
}

/** A stranger's sentence inside one of ours: its full stop is ours to set. */
function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}
