import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { Failed } from '../shared/net/failure.ts';
import type { HttpAnswer } from '../shared/net/http-get.gateway.ts';
import { knownAnswer } from './known-answers.ts';

/** What was answered on the way to a challenge, in order. */
export interface Answerer {
  answers: (HttpAnswer | Failed)[];
  isRedirectRefused: boolean;
}

/** What firewalls and proxies say to addresses that they do not like, or that came too often. */
const FIREWALL_STATUSES: ReadonlySet<number> = new Set([401, 403, 406, 429, 503]);
/** What passes by itself, as its own words are: too many requests, and a server that is away for a moment. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 503]);
/** What a web server says for the one behind it. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 504]);

/** Why a CA would not get our answer, where that is known. Whoever is known to answer so is named before what he does. */
export function reasonOf({ answers, isRedirectRefused }: Answerer): DiagnosisReason | undefined {
  const known = answers.toReversed().map((answer) => (answer.kind === 'answer' ? knownAnswer(answer) : undefined));
  const last = answers.at(-1);
  const named = known.find((reason) => reason !== undefined);
  if (named !== undefined) return named;
  if (isRedirectRefused) return 'redirect_refused';
  if (last?.kind === 'failed') return last.cause === 'dns' ? 'lookup_failed' : 'connection_failed';
  if (last && GATEWAY_STATUSES.has(last.status)) return 'bad_gateway';
  return last && PASSING_STATUSES.has(last.status) ? 'server_busy' : undefined;
}

/** Whether it may answer the CA otherwise than us. */
export function refusesUs({ answers, isRedirectRefused }: Answerer): boolean {
  const last = answers.at(-1);
  if (last === undefined || isRedirectRefused) return false;
  return last.kind === 'failed' || FIREWALL_STATUSES.has(last.status);
}
