/** A CA's problem document (RFC 8555, section 6.7), classified by its type URN. */
export interface AcmeProblem {
  /** For example `urn:ietf:params:acme:error:rejectedIdentifier`. */
  type: string;
  detail: string;
  /**
   * A problem with subproblems (RFC 8555, section 6.7.1): itself, then each of them. The fields above hold the most specific one.
   */
  whole?: { type: string; detail: string; about?: string }[];
  /** The CA asks for fewer requests for a while. */
  isRateLimit?: boolean;
  /** The CA refuses our account, which the type alone does not say. */
  isOfAccount?: boolean | undefined;
  status?: number;
  /** Seconds, from the answer's Retry-After. */
  retryAfterSeconds?: number;
}

const URN = 'urn:ietf:params:acme:error:';
/** RFC 9457, section 4.2.1: only the status is known. */
export const WITHOUT_A_TYPE = 'about:blank';

/**
 * `trouble` may be temporary, `refused` is the CA's final word on this order, `order-lost` needs a new order. `not-found`: the CA
 * does not know a resource that it gave us, or not as ours; one of its replicas may lag behind. `nothing-there`: a 404 without an
 * ACME problem. From a CA that otherwise works it means the same, else it is a maintenance page.
 */
export type ProblemMeaning = 'trouble' | 'refused' | 'order-lost' | 'not-found' | 'nothing-there';

/**
 * The default meaning of each type in RFC 8555, section 6.7. What only an operator can fix is `trouble`: it must fail no domain
 * at once.
 */
const DEFAULT_MEANINGS = {
  accountDoesNotExist: 'not-found', // registered again a moment ago (account.ts)
  alreadyRevoked: 'trouble',
  badCSR: 'refused',
  badNonce: 'trouble',
  badPublicKey: 'trouble',
  badRevocationReason: 'trouble',
  badSignatureAlgorithm: 'trouble',
  caa: 'trouble', // the customer can fix it within the window
  compound: 'trouble',
  connection: 'trouble',
  dns: 'trouble',
  externalAccountRequired: 'trouble',
  incorrectResponse: 'trouble',
  invalidContact: 'trouble',
  malformed: 'not-found', // Boulder's and Pebble's type for a 404
  orderNotReady: 'trouble',
  rateLimited: 'trouble',
  rejectedIdentifier: 'refused',
  serverInternal: 'trouble',
  tls: 'trouble',
  unauthorized: 'not-found', // as if it belonged to another account
  unsupportedContact: 'trouble',
  unsupportedIdentifier: 'refused',
  userActionRequired: 'trouble',
} as const satisfies Record<string, ProblemMeaning>;
export type ProblemName = keyof typeof DEFAULT_MEANINGS;
export const PROBLEM_NAMES = Object.keys(DEFAULT_MEANINGS) as ProblemName[];

/** The operation that met the problem. `invalidOrder` is an error that the CA stored in an order or a challenge. */
export const ACME_OPERATIONS = [
  'newOrder',
  'getAuthorization',
  'answerChallenge',
  'invalidOrder',
  'getOrder',
  'finalize',
  'downloadCertificate',
] as const;
export type AcmeOperation = (typeof ACME_OPERATIONS)[number];

const PER_OPERATION: Record<AcmeOperation, Partial<Record<ProblemName, ProblemMeaning>>> = {
  /** A problem of our account or of our code: it affects every customer and must fail no name. */
  newOrder: { accountDoesNotExist: 'trouble', malformed: 'trouble', unauthorized: 'trouble' },
  getAuthorization: {},
  answerChallenge: { malformed: 'trouble' }, // already answered: the next read of the authorization tells
  invalidOrder: {},
  getOrder: {},
  finalize: { badPublicKey: 'refused' }, // of the key in the CSR; else it is our account's
  downloadCertificate: {},
};

const ABOUT_AN_ORDER: ReadonlySet<AcmeOperation> = new Set([
  'getAuthorization',
  'answerChallenge',
  'getOrder',
  'finalize',
  'downloadCertificate',
]);

/** What a problem means for the order. An unknown type may be temporary: the end of the issuance window decides. */
export function classifyProblem(operation: AcmeOperation, problem: AcmeProblem): ProblemMeaning {
  if (problem.status === 404 && ABOUT_AN_ORDER.has(operation))
    return problem.type === WITHOUT_A_TYPE ? 'nothing-there' : 'not-found';
  const name = PROBLEM_NAMES.find((known) => isProblem(problem, known));
  const meaning = name === undefined ? 'trouble' : (PER_OPERATION[operation][name] ?? DEFAULT_MEANINGS[name]);
  const isSpent = operation === 'invalidOrder';
  return isSpent && meaning !== 'refused' ? 'order-lost' : meaning;
}

/** True when the CA does not know the requested resource, or seems not to. */
export function isResourceMissing(operation: AcmeOperation, problem: AcmeProblem): boolean {
  const meaning = classifyProblem(operation, problem);
  return meaning === 'not-found' || meaning === 'nothing-there';
}

export function isProblem(problem: Pick<AcmeProblem, 'type'>, name: ProblemName): boolean {
  return problem.type === URN + name;
}

/** The CA refuses our account or our request format: it would refuse every domain. */
const OF_OUR_ACCOUNT = [
  'accountDoesNotExist',
  'badPublicKey',
  'badSignatureAlgorithm',
  'externalAccountRequired',
  'invalidContact',
  'unsupportedContact',
  'userActionRequired',
] as const;

/** Only an operator can help: the CA would refuse every domain. */
export function refusesOurAccount(problem: Pick<AcmeProblem, 'type' | 'isOfAccount'>): boolean {
  return problem.isOfAccount === true || OF_OUR_ACCOUNT.some((name) => isProblem(problem, name));
}

/** Marks a problem with requesting our account as the account's, unless it may be temporary. */
export function markAccountProblem(problem: AcmeProblem): AcmeProblem {
  const mayPass = (problem.status ?? 0) >= 500 || problem.isRateLimit || isProblem(problem, 'badNonce');
  return problem.type.startsWith(URN) && !mayPass ? { ...problem, isOfAccount: true } : problem;
}

/** The certificate was already replaced (RFC 9773, section 7.4), or the CA does not know it as ours. */
export function refusesReplacement(problem: AcmeProblem): boolean {
  return problem.type === `${URN}alreadyReplaced` || isProblem(problem, 'malformed') || isProblem(problem, 'unauthorized');
}

/** True when a stored problem (`<type>: <detail>`) is an internal failure of the CA. */
export function isCaInternalError(acmeError: string | undefined): boolean {
  return acmeError?.startsWith(`${URN}serverInternal:`) ?? false;
}

/** True when the resource may have moved: a 404, or no ACME problem at all. */
export function mayHaveMoved({ type, status }: AcmeProblem): boolean {
  return status === 404 || !type.startsWith(URN);
}

/** Problems that no CA sent: it was unreachable, or its answer was not ACME. */
const OWN_PROBLEMS = {
  unreachable: 'urn:certificate-provisioning-service:error:caUnreachable',
  malformedAnswer: 'urn:certificate-provisioning-service:error:caAnswerMalformed',
} as const;

/** Another CA may offer it, and this one later. */
const NOT_OFFERED = 'urn:certificate-provisioning-service:error:challengeNotOffered';

/** `why`: for a challenge that is offered but cannot be answered. */
export function toChallengeNotOffered(challengeType: string, why = ''): AcmeProblem {
  return { type: NOT_OFFERED, detail: `The CA offers no ${challengeType} challenge${why}.` };
}

export function isNotOffered({ type }: AcmeProblem): boolean {
  return type === NOT_OFFERED;
}

/** The resource is missing or has moved, and the request did nothing. */
const GONE: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308, 404, 405, 410]);

export function isGone({ status }: AcmeProblem): boolean {
  return GONE.has(status);
}

/** The CA was unreachable, or its answer was not ACME. */
export function isOwnProblem({ type }: AcmeProblem): boolean {
  return Object.values(OWN_PROBLEMS).some((own) => own === type);
}

/** `reason` is the exchange's. A URL that is not HTTPS came from an answer of the CA: nothing was sent. */
export function toUnreachable(reason: string): AcmeProblem {
  if (reason.startsWith('ERR_INVALID_')) return malformedAnswer('The CA named an address that is no HTTPS URL.');
  return {
    type: OWN_PROBLEMS.unreachable,
    detail: `The CA could not be reached: ${reason}.`,
  };
}

export function malformedAnswer(detail: string, status?: number): AcmeProblem {
  return {
    type: OWN_PROBLEMS.malformedAnswer,
    detail,
    ...(status === undefined ? {} : { status }),
  };
}
