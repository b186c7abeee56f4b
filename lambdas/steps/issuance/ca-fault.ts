import type { AcmeProblem } from '../../acme/problem.ts';
import { isOwnProblem, isProblem, WITHOUT_A_TYPE } from '../../acme/problem.ts';

/** Our account, or how we speak, is what the CA refuses: it would refuse every domain. */
const OF_OUR_ACCOUNT = [
  'accountDoesNotExist',
  'badPublicKey',
  'badSignatureAlgorithm',
  'externalAccountRequired',
  'invalidContact',
  'unsupportedContact',
  'userActionRequired',
] as const;

/** Whether trouble is the CA's own, or with our account there: nothing about the one domain. */
export function isCaFault(problem: AcmeProblem, isNewOrder: boolean): boolean {
  if (isOwnProblem(problem) || (problem.status ?? 0) >= 500 || isCertainFault(problem)) return true;
  const takesNoNonces = isProblem(problem, 'badNonce') || isProblem(problem, 'serverInternal');
  // An order that our account is refused, whatever it is for: it may be deactivated.
  return takesNoNonces || (isNewOrder && isProblem(problem, 'unauthorized'));
}

/** It would be nobody's to be answered: our account is refused, or the CA, which was looked at, has a page of its maintenance for all. */
export function isCertainFault(problem: AcmeProblem): boolean {
  const isMaintenance = problem.type === WITHOUT_A_TYPE && problem.status === 404;
  return isMaintenance || OF_OUR_ACCOUNT.some((name) => isProblem(problem, name));
}

/** A CA that is to be asked again only then has another before it. */
const LONG_SECONDS = 3_600;

/** What a CA refuses one name for reasons of its own, where another may not: its policy, its limits for a long time, and what CAA records say of it. */
export function refusesThisName(problem: AcmeProblem): boolean {
  const isLimitedForLong = problem.isRateLimit === true && (problem.retryAfterSeconds ?? 0) >= LONG_SECONDS;
  return isLimitedForLong || isProblem(problem, 'rejectedIdentifier') || isProblem(problem, 'caa');
}
