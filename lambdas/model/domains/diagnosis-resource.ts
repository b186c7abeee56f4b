import type { DomainErrorCode } from '../../../contract/api/error-codes.ts';
import { actorOf } from '../../../contract/api/error-codes.ts';
import {
  DIAGNOSIS_WORDS,
  DOMAIN_ERROR_WORDS,
  dnsFormWords,
  NOT_RECORDED,
  STAGE_WORDS,
} from '../../../copy/en/diagnosis-texts.ts';
import { REASON_WORDS } from '../../../copy/en/reason-texts.ts';
import type { DomainError, OtherServer } from './diagnosis/diagnosis.schema.ts';
import type { Said } from './diagnosis-of.ts';
import { stageOf } from './diagnosis-of.ts';
import { dnsProviderOf, hostInForm } from './dns-providers/record-in-form.ts';
import type { ShownDomain } from './domain-row.schema.ts';
import { validationName } from './phase.ts';
import { caaChangesInForm, type RecordFix, recordFixes, withCause } from './record-fixes.ts';

type Diagnosed = Pick<
  ShownDomain,
  'url' | 'hosting' | 'serverId' | 'cname' | 'validation' | 'dnsStatus' | 'sslStatus' | 'move' | 'phase'
> &
  Pick<Said, 'diagnosis'>;

/** When a domain was last looked at, and is next. */
export interface CheckTimes {
  checkedAt?: string | undefined;
  nextCheckAt?: string | undefined;
}

/** The diagnosis as the API shows it, with its sentences made for this domain. */
export function diagnosisResource(
  domain: Diagnosed,
  { checkedAt, nextCheckAt, since }: CheckTimes & { since?: string } = domain.diagnosis,
) {
  const { url, diagnosis } = domain;
  const { code, reason, observed, otherServer, evidence } = diagnosis;
  const cause = withCause(diagnosis).code;
  const words = DIAGNOSIS_WORDS[cause];
  const because = reason && REASON_WORDS[reason];
  const stage = stageOf(domain);
  const records = recordFixes(domain);
  const { name, target } = recordToSet(domain, records);
  // Empty: its form takes nothing for the zone itself.
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
  const pause = cause === code ? undefined : DIAGNOSIS_WORDS[code].summary(facts);
  return {
    code,
    ...(reason && { reason }),
    summary: [(because?.summary ?? words.summary)(facts), because?.says(facts), pause, beside].filter(Boolean).join(' '),
    actor: actorOf(diagnosis, stage),
    fix: { text: (because?.fix ?? words.fix)(facts), records },
    evidence,
    ...(since !== undefined && { since }),
    ...(checkedAt !== undefined && { checked_at: checkedAt }),
    ...(nextCheckAt !== undefined && { next_check_at: nextCheckAt }),
  };
}

/** The record that the sentences are about: that of the validation while it is the one to be changed. */
function recordToSet({ url, cname, validation }: Diagnosed, [change]: RecordFix[]): { name: string; target: string } {
  const name = validationName(url);
  return validation && change?.name === name ? { name, target: validation.target } : { name: url, target: cname.target };
}

function serverText({ id, name }: OtherServer): string {
  return name === undefined ? `server ${id}` : `server ${id} "${name}"`;
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
