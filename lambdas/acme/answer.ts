import { X509Certificate } from 'node:crypto';
import { leafPemOf } from '../../contract/certificate-text.ts';
import { retryAfterSeconds } from '../../contract/http/retry-after.ts';
import { clean } from '../model/domains/diagnosis/conditions.ts';
import { jsonIn } from '../shared/net/reply-text.ts';
import { ProblemDocument } from './answer.schema.ts';
import { type AcmeProblem, isProblem, malformedAnswer, WITHOUT_A_TYPE } from './problem.ts';

/** What an operation brought. Trouble with the CA is expected, so it is a value and never thrown. */
export type AcmeResult<T> = { kind: 'ok'; value: T; retryAfterSeconds?: number } | { kind: 'problem'; problem: AcmeProblem };

export interface AcmeAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Reader<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

/** A JSON body read by a schema; an error status becomes its problem, anything else a malformed answer. */
export function readAnswer<T>(answer: AcmeAnswer, reader: Reader<T>, now: Date): AcmeResult<T> {
  if (answer.status >= 400) return { kind: 'problem', problem: problemOf(answer, now) };
  const read = reader.safeParse(jsonIn(answer.body));
  if (!read.success)
    return {
      kind: 'problem',
      problem: malformedAnswer('The CA answered with something else than ACME.', answer.status),
    };
  return { kind: 'ok', value: read.data, ...retryAfter(answer, now) };
}

/** A problem document with the facts beside it; an error without one is known by its status only (RFC 9457, about:blank). */
export function problemOf(answer: AcmeAnswer, now: Date): AcmeProblem {
  const read = ProblemDocument.safeParse(jsonIn(answer.body));
  const problem = read.success && read.data.type !== undefined ? acmeProblem(read.data) : undefined;
  const fallback = {
    type: WITHOUT_A_TYPE,
    detail: `The CA answered HTTP ${answer.status}.`,
  };
  return {
    ...(problem ?? fallback),
    status: answer.status,
    ...retryAfter(answer, now),
  };
}

/**
 * We ask for one name at a time, so what several subproblems say about it is best told by the first; all that was said stands in
 * `whole`. A CA's words are a stranger's, and up to 256 kB: they are cut and cleaned here, where they enter.
 */
export function acmeProblem(document: ProblemDocument): AcmeProblem {
  const { subproblems: [first, ...others] = [], ...outer } = document;
  if (first?.type === undefined) return cleanProblem(outer);
  const whole = [outer, first, ...others].slice(0, MOST_TOLD).map(({ identifier, ...said }: Said) => ({
    ...cleanProblem(said),
    ...(identifier && { about: clean(identifier.value) }),
  }));
  return { ...cleanProblem(first), whole };
}

/** A compound problem of a CA about one name, and what else it may say. */
const MOST_TOLD = 6;
type Said = Pick<ProblemDocument, 'type' | 'detail'> & { identifier?: { value: string } | undefined };

function cleanProblem({ type = WITHOUT_A_TYPE, detail = '' }: Said): AcmeProblem {
  const problem = { type: clean(type), detail: clean(detail) };
  return isProblem(problem, 'rateLimited') ? { ...problem, isRateLimit: true } : problem;
}

function retryAfter(answer: AcmeAnswer, now: Date): { retryAfterSeconds?: number } {
  const header = answer.headers['retry-after'];
  const seconds = retryAfterSeconds(typeof header === 'string' ? header : undefined, now.getTime());
  return seconds === undefined ? {} : { retryAfterSeconds: seconds };
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;
const ALTERNATE = /<(?<url>[^>]*)>(?=[^<]*;\s*rel="?alternate"?(?:[\s;,]|$))/g;

/** Where the CA has other chains of the certificate at `url` (RFC 8555, section 7.4.2; RFC 8288, section 3). */
export function alternatesIn(link: string | string[] | undefined, url: string): string[] {
  return [...[link ?? []].flat().join(', ').matchAll(ALTERNATE)].flatMap(({ groups }) => {
    const found = groups?.url ?? '';
    return URL.canParse(found, url) ? [new URL(found, url).href] : [];
  });
}

/**
 * Whether the topmost certificate of a chain was issued by whom this common name belongs to, as certbot's `--preferred-chain` has
 * it.
 */
export function isIssuedUnder(chainPem: string, commonName: string): boolean {
  const topmost = chainPem.match(CERTIFICATES)?.at(-1);
  try {
    return topmost !== undefined && new X509Certificate(topmost).issuer?.split('\n').includes(`CN=${commonName}`) === true;
  } catch {
    return false;
  }
}

/** Another chain is one of the same certificate. */
export function isSameLeaf(one: string, other: string): boolean {
  const bare = (chain: string) => leafPemOf(chain)?.replace(/\s/g, '');
  return bare(one) === bare(other);
}
