import type { AcmeProblem } from '../acme/problem.ts';
import type { Diagnosis, DomainError } from '../model/domains/diagnosis/diagnosis.schema.ts';
import type { Domain } from '../model/domains/domain-row.schema.ts';

export function acmeError(domain: Domain, problem: AcmeProblem): DomainError {
  return { code: 'certificate_request_failed', details: { domain: domain.url, acme_error: acmeText(problem) } };
}

export function acmeText(problem: Pick<AcmeProblem, 'type' | 'detail'>): string {
  return `${problem.type}: ${problem.detail}`;
}

/** The CA's whole problem document, with every subproblem. */
export function acmeEvidence(problem: AcmeProblem, now: Date): Diagnosis['evidence'] {
  return (problem.whole ?? [problem]).map((said) => ({
    kind: 'acme',
    asked: 'about' in said ? `the certificate authority about ${said.about}` : 'the certificate authority',
    answer: acmeText(said),
    at: now.toISOString(),
  }));
}
