import type { Diagnosis } from '../model/domains/domain-row.schema.ts';

/** A diagnosis without its evidence: what has to change for a look to be worth a write. */
export type DiagnosisVerdict = Pick<Diagnosis, 'code' | 'reason' | 'observed'>;

export function sameVerdict(before: DiagnosisVerdict, now: DiagnosisVerdict): boolean {
  return before.code === now.code && before.reason === now.reason && before.observed === now.observed;
}
