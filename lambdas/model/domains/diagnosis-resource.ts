import { actorOf, type DomainErrorCode, isValidationReason } from '../../../contract/api/error-codes.ts';
import {
  DIAGNOSIS_WORDS,
  DOMAIN_ERROR_WORDS,
  dnsFormWords,
  NOT_RECORDED,
  STAGE_WORDS,
} from '../../../copy/en/diagnosis-texts.ts';
import { REASON_WORDS } from '../../../copy/en/reason-texts.ts';
import type { DiagnosisFacts } from '../../../copy/types/placeholders.ts';
import type { DomainError, OtherServer } from './diagnosis/diagnosis.schema.ts';
import type { ReportedStatus } from './diagnosis-of.ts';
import { stageOf } from './diagnosis-of.ts';
import { dnsProviderOf, hostInForm } from './dns-providers/record-in-form.ts';
import type { ShownDomain } from './domain-row.schema.ts';
import { caaChangesInForm, isValidationFirst, recordFixes, withRecordFinding } from './record-fixes.ts';
import { validationName } from './validation.ts';

type Diagnosed = Pick<
  ShownDomain,
  'url' | 'hosting' | 'serverId' | 'cname' | 'validation' | 'dnsStatus' | 'sslStatus' | 'move' | 'phase'
> &
  Pick<ReportedStatus, 'diagnosis'>;

export interface CheckTimes {
  checkedAt?: string | undefined;
  nextCheckAt?: string | undefined;
}

/** The diagnosis as the API shows it, with texts for this domain. */
export function diagnosisResource(
  domain: Diagnosed,
  { checkedAt, nextCheckAt, since }: CheckTimes & { since?: string } = domain.diagnosis,
) {
  const { url, diagnosis } = domain;
  const { code, reason, observed, otherServer, evidence } = diagnosis;
  const cause = withRecordFinding(diagnosis);
  const words = DIAGNOSIS_WORDS[cause.code];
  const because = cause.reason && REASON_WORDS[cause.reason];
  const stage = stageOf(domain);
  const records = recordFixes(domain);
  const { name, target } = recordToSet(domain);
  // Empty: the provider's form has no entry for the zone itself.
  const host = hostInForm(domain, name) || url;
  const facts = {
    hostname: url,
    host,
    cnameTarget: target,
    observed: caaChangesInForm(records) ?? withoutFullStop(observed ?? NOT_RECORDED),
    stage,
    server: String(domain.serverId),
    formerServer: String(domain.move?.fromServerId ?? NOT_RECORDED),
    otherServerId: String(otherServer?.id ?? NOT_RECORDED),
    otherServer: otherServer ? serverText(otherServer) : NOT_RECORDED,
    dnsForm: dnsFormWords(url, target, host, dnsProviderOf(domain.hosting.provider)),
  };
  const beside = reason === 'former_server' ? undefined : STAGE_WORDS[stage]?.(facts);
  const pause = cause.code === code ? undefined : DIAGNOSIS_WORDS[code].summary(facts);
  const says = [because?.says(facts), validationText(domain, facts)];
  return {
    code,
    ...(reason && { reason }),
    summary: [(because?.summary ?? words.summary)(facts), ...says, pause, beside].filter(Boolean).join(' '),
    actor: actorOf(diagnosis, stage),
    fix: { text: (because?.fix ?? words.fix)(facts), records },
    evidence,
    ...(since !== undefined && { since }),
    ...(checkedAt !== undefined && { checked_at: checkedAt }),
    ...(nextCheckAt !== undefined && { next_check_at: nextCheckAt }),
  };
}

/** The record that the texts refer to. */
export function recordToSet(domain: Diagnosed): { name: string; target: string } {
  const { url, cname, validation } = domain;
  const isFirst = validation && isValidationFirst(domain);
  return isFirst ? { name: validationName(domain), target: validation.target } : { name: url, target: cname.target };
}

/** Names the validation record, where the reason does not, and the mistake that explains it. */
function validationText(domain: Diagnosed, facts: DiagnosisFacts): string | undefined {
  if (!isValidationFirst(domain)) return undefined;
  const { validation, diagnosis } = domain;
  const { reason } = diagnosis;
  if (!isValidationReason(reason)) return reason && REASON_WORDS.validation_missing.says(facts);
  const observed = withoutFullStop(validation?.observed ?? NOT_RECORDED);
  return validation?.reason && REASON_WORDS[validation.reason].says({ ...facts, observed });
}

function serverText({ id, name }: OtherServer): string {
  return name === undefined ? `server ${id}` : `server ${id} "${name}"`;
}

/** The error as the API shows it: code and details as in the specification, and a text. */
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

/** A stranger's sentence inside one of ours: we add the full stop. */
function withoutFullStop(text: string): string {
  return text.replace(/\.$/, '');
}
