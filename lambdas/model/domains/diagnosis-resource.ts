import type { DomainErrorCode } from '../../../contract/api/error-codes.ts';
import { DIAGNOSIS_WORDS, NOT_RECORDED, STAGE_WORDS } from '../../../copy/en/diagnosis-texts.ts';
import { dnsFormWords } from '../../../copy/en/dns-form.ts';
import { DOMAIN_ERROR_WORDS } from '../../../copy/en/domain-error-texts.ts';
import { REASON_WORDS } from '../../../copy/en/reason-texts.ts';
import type { DomainError } from './diagnosis/diagnosis.schema.ts';
import type { Said } from './diagnosis-of.ts';
import { stageOf } from './diagnosis-stage.ts';
import { dnsProviderOf, hostInForm } from './dns-host.ts';
import type { ShownDomain } from './domain-row.schema.ts';
import { recordFixes } from './record-fixes.ts';

type Diagnosed = Pick<
  ShownDomain,
  'url' | 'dnsHost' | 'dnsZone' | 'dnsProvider' | 'serverId' | 'cnameTarget' | 'dnsStatus' | 'sslStatus' | 'move' | 'phase'
> &
  Pick<Said, 'diagnosis'>;

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
  const because = reason && REASON_WORDS[reason];
  const stage = stageOf(domain);
  const host = hostInForm(domain);
  const facts = {
    hostname: url,
    host,
    cnameTarget,
    observed: withoutFullStop(observed ?? NOT_RECORDED),
    stage,
    server: String(domain.serverId),
    formerServer: String(domain.move?.fromServerId ?? NOT_RECORDED),
    dnsForm: dnsFormWords(url, cnameTarget, host, dnsProviderOf(domain.dnsProvider)),
  };
  const beside = reason === 'former_server' ? undefined : STAGE_WORDS[stage]?.(facts);
  return {
    code,
    ...(reason && { reason }),
    summary: [words.summary(facts), because?.says(facts), beside].filter(Boolean).join(' '),
    actor: because?.actor ?? words.actor,
    fix: { text: (because?.fix ?? words.fix)(facts), records: recordFixes(domain) },
    evidence,
    ...(checkedAt !== undefined && { checked_at: checkedAt }),
    ...(nextCheckAt !== undefined && { next_check_at: nextCheckAt }),
  };
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
