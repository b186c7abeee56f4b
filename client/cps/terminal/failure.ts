/** Exit codes, as the help and docs/guides/cps.md list them. */
export const EXIT = {
  done: 0,
  broken: 1,
  usage: 2,
  notLoggedIn: 3,
  notFound: 4,
  refused: 5,
  limited: 6,
  unreachable: 7,
  unfinished: 8,
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export const EXIT_MEANINGS: Record<ExitCode, string> = {
  [EXIT.done]: 'done',
  [EXIT.broken]: 'a mistake of cps itself',
  [EXIT.usage]: 'the command line is wrong, or a file that it names',
  [EXIT.notLoggedIn]: 'no login, or the key is refused (401, 403)',
  [EXIT.notFound]: 'there is no such domain, server or webhook (404)',
  [EXIT.refused]: 'the service refused the request (any other 4xx)',
  [EXIT.limited]: 'a rate limit is used up for longer than cps waits (429)',
  [EXIT.unreachable]: 'the site did not answer, failed (5xx), or is not this service',
  [EXIT.unfinished]: 'done, but somebody has to act: the verdict says who; or some names of a list were refused',
  [EXIT.interrupted]: 'ended by Ctrl-C',
};

/** The API's error, when a failure is one. */
export interface ApiProblem {
  status: number;
  code: string;
  requestId: string | undefined;
  details: Record<string, unknown>;
}

interface FailureFacts {
  /** Who must act. Absent: the person at the command line. */
  actor?: string;
  fix: string;
  problem?: ApiProblem | undefined;
  retryAfterSeconds?: number | undefined;
  cause?: unknown;
}

/** An error that a person can fix: what is wrong, who must act, and how. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exit: ExitCode;
  readonly actor: string;
  readonly fix: string;
  readonly problem: ApiProblem | undefined;
  /** From a 429. */
  readonly retryAfterSeconds: number | undefined;

  constructor(exit: ExitCode, message: string, more: FailureFacts) {
    super(message, { cause: more.cause });
    this.exit = exit;
    this.actor = more.actor ?? 'you';
    this.fix = more.fix;
    this.problem = more.problem;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export function usageFailure(message: string, fix: string): Failure {
  return new Failure(EXIT.usage, message, { fix });
}

/** Ctrl-C or SIGTERM. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
}
