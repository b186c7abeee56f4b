import { type Actor, actorOf, type DiagnosisStage } from '../../../contract/api/error-codes.ts';
import { withConditions } from './diagnosis/conditions.ts';
import type { Condition, ConditionType, Diagnosis, DomainError, Evidence } from './diagnosis/diagnosis.schema.ts';
import type { Phase, ShownDomain } from './domain-row.schema.ts';

type Facts = Pick<ShownDomain, 'conditions' | 'allClear' | 'phase' | 'sslStatus'>;

/** A domain's status as the API shows it. */
export interface ReportedStatus {
  diagnosis: Diagnosis;
  error?: DomainError;
}

/** The condition to report if there are several. While a step is at work, its obstacle comes before older findings. */
const PRIORITIES = {
  atWork: ['obstacle', 'cname', 'silent', 'served', 'unseen', 'failure'],
  atRest: ['expiry', 'cname', 'silent', 'served', 'renewal', 'failure', 'unseen'],
} as const satisfies Record<string, readonly ConditionType[]>;

const AT_REST: ReadonlySet<string | undefined> = new Set(['active', 'failed', 'retiring', 'revoking', 'removing']);

/**
 * The diagnosis and the error of a domain, from its conditions. An expired certificate is the error, whatever else is reported.
 */
export function diagnosisOf(domain: Facts): ReportedStatus {
  const present = sureConditions(domain);
  const [said] = present;
  const { expiry } = domain.conditions;
  const error = expiry?.error ?? present.find((condition) => condition.error)?.error;
  return { diagnosis: said ? toReportedDiagnosis(said, domain) : allClearDiagnosis(domain), ...(error && { error }) };
}

/** Who must act, as the API shows it. */
export function actorFor(domain: Facts & Staged): Actor {
  return actorOf(diagnosisOf(domain).diagnosis, stageOf(domain));
}

/**
 * The reported status and since when. A row that was just changed still has the previous status: if that differs, the new one
 * counts from the change.
 */
export function statusSummary(domain: ShownDomain): NonNullable<ShownDomain['said']> {
  const { said: before, updatedAt } = domain;
  const { code } = diagnosisOf(domain).diagnosis;
  const actor = actorFor(domain);
  if (before === undefined) return { code, actor, since: sureConditions(domain)[0]?.since ?? updatedAt };
  return before.code === code && before.actor === actor ? before : { code, actor, since: updatedAt };
}

/** The reported condition as it was found, without conclusions from other conditions. */
export function originalDiagnosis(domain: Facts): Diagnosis {
  return sureConditions(domain)[0]?.found ?? allClearDiagnosis(domain);
}

/** The type of the reported condition; undefined if there is none. */
export function reportedConditionType(domain: Facts): ConditionType | undefined {
  return prioritiesOf(domain).find((type) => isSure(domain.conditions[type]));
}

/** Replaces earlier evidence of this kind in the reported condition by the current answers. */
export function withEvidence<D extends Facts>(domain: D, kind: Evidence['kind'], evidence: Evidence[], now: Date): D {
  const type = reportedConditionType(domain);
  const { diagnosis } = diagnosisOf(domain);
  const others = diagnosis.evidence.filter((known) => known.kind !== kind);
  const seen = { evidence: [...others, ...evidence], checkedAt: now.toISOString() };
  const condition = type && domain.conditions[type];
  if (type === undefined || condition === undefined) return { ...domain, allClear: seen };
  return withConditions(domain, { [type]: { ...condition, found: { ...condition.found, ...seen } } });
}

/** Adds current answers to the evidence of the diagnosis, which they do not confirm. */
export function withMoreEvidence<D extends Facts>(domain: D, evidence: Evidence[]): D {
  const type = reportedConditionType(domain);
  const condition = type && domain.conditions[type];
  if (type === undefined || condition === undefined) {
    const before = domain.allClear ?? { evidence: [] };
    return { ...domain, allClear: { ...before, reason: 'not_seen_now', evidence: [...before.evidence, ...evidence] } };
  }
  const found = { ...condition.found, evidence: [...condition.found.evidence, ...evidence] };
  return withConditions(domain, { [type]: { ...condition, found } });
}

function prioritiesOf({ phase }: Facts): readonly ConditionType[] {
  return AT_REST.has(phase) ? PRIORITIES.atRest : PRIORITIES.atWork;
}

function sureConditions(domain: Facts): Condition[] {
  return prioritiesOf(domain)
    .map((type) => domain.conditions[type])
    .filter(isSure);
}

function isSure(condition: (Condition & { isSuspected?: boolean | undefined }) | undefined): condition is Condition {
  return condition !== undefined && !condition.isSuspected;
}

function toReportedDiagnosis(said: Condition, { conditions: { cname, expiry } }: Facts): Diagnosis {
  const isPaused = cname?.renewalPausedAt !== undefined && !cname.isSuspected;
  return { ...said.found, ...(isPaused && (said === cname || said === expiry) && { reason: 'renewal_paused' as const }) };
}

function allClearDiagnosis({ sslStatus, allClear }: Facts): Diagnosis {
  return { code: sslStatus === 'active' ? 'ok' : 'in_progress', evidence: [], ...allClear };
}

const ISSUING: ReadonlySet<string | undefined> = new Set<Phase>([
  'preparing',
  'ordering',
  'authorizing',
  'validating',
  'finalizing',
  'downloading',
]);

type Staged = Pick<ShownDomain, 'dnsStatus' | 'sslStatus' | 'move' | 'phase'>;

export function stageOf(domain: Staged): DiagnosisStage {
  const { dnsStatus, sslStatus, move, phase } = domain;
  if (move) return move.state === 'installing' ? 'move' : 'move_dns';
  if (renewalOf(domain)) return 'renewal';
  // With DNS validation, issuance may be ahead of the traffic CNAME.
  if (dnsStatus === 'pending') return ISSUING.has(phase) || phase === 'installing' ? 'certificate' : 'dns';
  return dnsStatus === 'validated' && sslStatus === 'pending' ? 'certificate' : 'rest';
}

/** The state of a served domain's renewal, if one is in progress. */
export function renewalOf({ sslStatus, phase }: Staged): { state: 'issuing' | 'installing' } | undefined {
  if (sslStatus !== 'active') return undefined;
  if (phase === 'installing') return { state: 'installing' };
  return ISSUING.has(phase) ? { state: 'issuing' } : undefined;
}
