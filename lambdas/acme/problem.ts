/** A problem document of the CA (RFC 8555, section 6.7), told apart by its type URN. */
export interface AcmeProblem {
  /** For example `urn:ietf:params:acme:error:rejectedIdentifier`. */
  type: string;
  detail: string;
  /** A problem with subproblems (RFC 8555, section 6.7.1): itself, then each of them. The one that tells most is the above. */
  whole?: { type: string; detail: string; about?: string }[];
  /** The CA wants fewer requests, for a while. */
  isRateLimit?: boolean;
  /** Our account is refused, which the type alone does not say. */
  isOfAccount?: boolean | undefined;
  status?: number;
  /** Seconds, from the answer's Retry-After. */
  retryAfterSeconds?: number;
}

const URN = 'urn:ietf:params:acme:error:';
/** RFC 9457, section 4.2.1: nothing is known but the status. */
export const WITHOUT_A_TYPE = 'about:blank';

/**
 * `trouble` may pass by itself, `refused` is the CA's final word on this order, `order-lost` asks for another order. With
 * `not-found` the CA says that it does not know what it gave us, or not as ours: one of its replicas may only lag behind.
 * `nothing-there` is a 404 without a word of ACME: from a CA that otherwise serves it is the same, else a page of its
 * maintenance.
 */
export type ProblemMeaning = 'trouble' | 'refused' | 'order-lost' | 'not-found' | 'nothing-there';

/**
 * Every type of RFC 8555, section 6.7, and what it means where nothing else is said below. What only an operator can mend
 * is trouble: no domain is to fail for it at once.
 */
const USUALLY = {
  accountDoesNotExist: 'not-found', // introduced to it again a moment ago (account.ts)
  alreadyRevoked: 'trouble',
  badCSR: 'refused',
  badNonce: 'trouble',
  badPublicKey: 'trouble',
  badRevocationReason: 'trouble',
  badSignatureAlgorithm: 'trouble',
  caa: 'trouble', // the customer can mend it within the window
  compound: 'trouble',
  connection: 'trouble',
  dns: 'trouble',
  externalAccountRequired: 'trouble',
  incorrectResponse: 'trouble',
  invalidContact: 'trouble',
  malformed: 'not-found', // what Boulder and Pebble call a 404
  orderNotReady: 'trouble',
  rateLimited: 'trouble',
  rejectedIdentifier: 'refused',
  serverInternal: 'trouble',
  tls: 'trouble',
  unauthorized: 'not-found', // as if it were another account's
  unsupportedContact: 'trouble',
  unsupportedIdentifier: 'refused',
  userActionRequired: 'trouble',
} as const satisfies Record<string, ProblemMeaning>;
export type ProblemName = keyof typeof USUALLY;
export const PROBLEM_NAMES = Object.keys(USUALLY) as ProblemName[];

/** What we were doing when the problem came; `invalidOrder` is the error that it left in an order or a challenge. */
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
  /** Our account's trouble, or our own: it concerns every customer's name and must fail none. */
  newOrder: { accountDoesNotExist: 'trouble', malformed: 'trouble', unauthorized: 'trouble' },
  getAuthorization: {},
  answerChallenge: { malformed: 'trouble' }, // answered meanwhile: the next look at the authorization tells
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

/** What a problem means for the order. A type that nobody has heard of may pass: the end of the window is its judge. */
export function meaningOf(operation: AcmeOperation, problem: AcmeProblem): ProblemMeaning {
  if (problem.status === 404 && ABOUT_AN_ORDER.has(operation))
    return problem.type === WITHOUT_A_TYPE ? 'nothing-there' : 'not-found';
  const name = PROBLEM_NAMES.find((known) => isProblem(problem, known));
  const meaning = name === undefined ? 'trouble' : (PER_OPERATION[operation][name] ?? USUALLY[name]);
  const isSpent = operation === 'invalidOrder';
  return isSpent && meaning !== 'refused' ? 'order-lost' : meaning;
}

/** The CA knows nothing of what was asked about, or seems to. */
export function isAboutNothing(operation: AcmeOperation, problem: AcmeProblem): boolean {
  const meaning = meaningOf(operation, problem);
  return meaning === 'not-found' || meaning === 'nothing-there';
}

export function isProblem(problem: Pick<AcmeProblem, 'type'>, name: ProblemName): boolean {
  return problem.type === URN + name;
}

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

/** Only the operator can help: every domain would be refused. */
export function refusesOurAccount(problem: Pick<AcmeProblem, 'type' | 'isOfAccount'>): boolean {
  return problem.isOfAccount === true || OF_OUR_ACCOUNT.some((name) => isProblem(problem, name));
}

/** Whatever the CA has against the account that we ask for, unless it may pass by itself. */
export function refusedAccount(problem: AcmeProblem): AcmeProblem {
  const mayPass = (problem.status ?? 0) >= 500 || problem.isRateLimit || isProblem(problem, 'badNonce');
  return problem.type.startsWith(URN) && !mayPass ? { ...problem, isOfAccount: true } : problem;
}

/** A certificate that was replaced before (RFC 9773, section 7.4), or that the CA does not know as ours. */
export function refusesReplacement(problem: AcmeProblem): boolean {
  return problem.type === `${URN}alreadyReplaced` || isProblem(problem, 'malformed') || isProblem(problem, 'unauthorized');
}

/** Whether the words that were kept of a problem (`<type>: <detail>`) are of a failure inside the CA. */
export function failedInside(acmeError: string | undefined): boolean {
  return acmeError?.startsWith(`${URN}serverInternal:`) ?? false;
}

/** Whether what was asked may not lie there any more: a 404, or no word of ACME at all. */
export function mayHaveMoved({ type, status }: AcmeProblem): boolean {
  return status === 404 || !type.startsWith(URN);
}

/** Problems that no CA sent: it was not reached, or what it said was not ACME. */
const OWN_PROBLEMS = {
  unreachable: 'urn:certificate-provisioning-service:error:caUnreachable',
  malformedAnswer: 'urn:certificate-provisioning-service:error:caAnswerMalformed',
} as const;

/** Another CA may offer it, and this one later. */
const NOT_OFFERED = 'urn:certificate-provisioning-service:error:challengeNotOffered';

export function notOffered(challengeType: string): AcmeProblem {
  return { type: NOT_OFFERED, detail: `The CA offers no ${challengeType} challenge.` };
}

export function isNotOffered({ type }: AcmeProblem): boolean {
  return type === NOT_OFFERED;
}

/** Nothing is there, or it is elsewhere, and nothing was done. */
const GONE: ReadonlySet<number | undefined> = new Set([301, 302, 303, 307, 308, 404, 405, 410]);

export function isGone({ status }: AcmeProblem): boolean {
  return GONE.has(status);
}

/** The CA was not reached, or said nothing of ACME. */
export function isOwnProblem({ type }: AcmeProblem): boolean {
  return Object.values(OWN_PROBLEMS).some((own) => own === type);
}

/** `reason`: of the exchange. An address that is no HTTPS URL came from an answer of the CA: nothing was asked. */
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
