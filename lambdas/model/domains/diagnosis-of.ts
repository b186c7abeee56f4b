import { type Actor, actorOf, type DiagnosisStage } from '../../../contract/api/error-codes.ts';
import { withConditions } from './diagnosis/conditions.ts';
import type { Condition, ConditionType, Diagnosis, DomainError, Evidence } from './diagnosis/diagnosis.schema.ts';
import type { Phase, ShownDomain } from './domain-row.schema.ts';

type Facts = Pick<ShownDomain, 'conditions' | 'allClear' | 'phase' | 'sslStatus'>;

/** What a domain says of itself. */
export interface Said {
  diagnosis: Diagnosis;
  error?: DomainError;
}

/**
 * Which condition is said, where there are several. While a step is at work, what stands in its way comes before what was known.
 */
const PRIORITIES = {
  atWork: ['obstacle', 'cname', 'silent', 'served', 'unseen', 'failure'],
  atRest: ['expiry', 'cname', 'silent', 'served', 'renewal', 'failure', 'unseen'],
} as const satisfies Record<string, readonly ConditionType[]>;

const AT_REST: ReadonlySet<string | undefined> = new Set(['active', 'failed', 'retiring', 'revoking', 'removing']);

/**
 * The diagnosis and the error of a domain, from the conditions that are known of it. An end of its certificate is the error
 * whatever is said beside it.
 */
export function diagnosisOf(domain: Facts): Said {
  const present = sureConditions(domain);
  const [said] = present;
  const { expiry } = domain.conditions;
  const error = expiry?.error ?? present.find((condition) => condition.error)?.error;
  return { diagnosis: said ? saidOf(said, domain) : clear(domain), ...(error && { error }) };
}

/** Who has to act, as the API says. */
export function actorFor(domain: Facts & Staged): Actor {
  return actorOf(diagnosisOf(domain).diagnosis, stageOf(domain));
}

/**
 * What is said of a domain, and since when. A row that was just changed still has what was said before: where that is something
 * else, it is said since the change.
 */
export function saidNow(domain: ShownDomain): NonNullable<ShownDomain['said']> {
  const { said: before, updatedAt } = domain;
  const { code } = diagnosisOf(domain).diagnosis;
  const actor = actorFor(domain);
  if (before === undefined) return { code, actor, since: sureConditions(domain)[0]?.since ?? updatedAt };
  return before.code === code && before.actor === actor ? before : { code, actor, since: updatedAt };
}

/** What is said, as it was found: without what follows from something else that is known. */
export function foundIn(domain: Facts): Diagnosis {
  return sureConditions(domain)[0]?.found ?? clear(domain);
}

/** The type of the condition that is said; undefined where there is none. */
export function saidType(domain: Facts): ConditionType | undefined {
  return prioritiesOf(domain).find((type) => isSure(domain.conditions[type]));
}

/** What was answered just now takes the place of earlier answers of its kind in the evidence of what is said. */
export function withEvidence<D extends Facts>(domain: D, kind: Evidence['kind'], evidence: Evidence[], now: Date): D {
  const type = saidType(domain);
  const { diagnosis } = diagnosisOf(domain);
  const others = diagnosis.evidence.filter((known) => known.kind !== kind);
  const seen = { evidence: [...others, ...evidence], checkedAt: now.toISOString() };
  const condition = type && domain.conditions[type];
  if (type === undefined || condition === undefined) return { ...domain, allClear: seen };
  return withConditions(domain, { [type]: { ...condition, found: { ...condition.found, ...seen } } });
}

/** What was answered just now beside what the diagnosis rests on, which it does not confirm. */
export function withMoreEvidence<D extends Facts>(domain: D, evidence: Evidence[]): D {
  const type = saidType(domain);
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

function saidOf(said: Condition, { conditions: { cname, expiry } }: Facts): Diagnosis {
  const isPaused = cname?.renewalPausedAt !== undefined && !cname.isSuspected;
  return { ...said.found, ...(isPaused && (said === cname || said === expiry) && { reason: 'renewal_paused' as const }) };
}

function clear({ sslStatus, allClear }: Facts): Diagnosis {
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

/** How far a domain is, for the sentences about it. */
export function stageOf(domain: Staged): DiagnosisStage {
  const { dnsStatus, sslStatus, move, phase } = domain;
  if (move) return move.state === 'installing' ? 'move' : 'move_dns';
  if (renewalOf(domain)) return 'renewal';
  // Validated by DNS, a domain may be further than its traffic.
  if (dnsStatus === 'pending') return ISSUING.has(phase) || phase === 'installing' ? 'certificate' : 'dns';
  return dnsStatus === 'validated' && sslStatus === 'pending' ? 'certificate' : 'rest';
}

/** How far the renewal of a served domain is, if one is under way. */
export function renewalOf({ sslStatus, phase }: Staged): { state: 'issuing' | 'installing' } | undefined {
  if (sslStatus !== 'active') return undefined;
  if (phase === 'installing') return { state: 'installing' };
  return ISSUING.has(phase) ? { state: 'issuing' } : undefined;
}
