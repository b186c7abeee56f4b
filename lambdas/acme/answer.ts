import { X509Certificate } from 'node:crypto';
import { retryAfterSeconds, sentAt } from '../../contract/http/retry-after.ts';
import { cleanText } from '../model/domains/diagnosis/conditions.ts';
import { jsonIn } from '../shared/net/reply-text.ts';
import { ProblemDocument } from './answer.schema.ts';
import { type AcmeProblem, isProblem, malformedAnswer, WITHOUT_A_TYPE } from './problem.ts';

/** The result of an operation. A failure of the CA is expected, so it is a value and never thrown. */
export type AcmeResult<T> = { kind: 'ok'; value: T; retryAfterSeconds?: number } | { kind: 'problem'; problem: AcmeProblem };

export interface AcmeAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

interface Reader<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

/** Parses a JSON body. An error status becomes its problem, any other unreadable body a malformed answer. */
export function readAnswer<T>(answer: AcmeAnswer, reader: Reader<T>, now: Date): AcmeResult<T> {
  if (answer.status >= 400) return { kind: 'problem', problem: problemOf(answer, now) };
  const read = reader.safeParse(jsonIn(answer.body));
  if (!read.success)
    return {
      kind: 'problem',
      problem: malformedAnswer(`The CA answered with something else than ACME${plainTextOf(answer.body)}.`, answer.status),
    };
  return { kind: 'ok', value: read.data, ...retryAfter(answer, now) };
}

/**
 * A problem document with the answer's status and Retry-After. Without a type, only the status counts (RFC 9457, about:blank).
 */
export function problemOf(answer: AcmeAnswer, now: Date): AcmeProblem {
  const { data: document } = ProblemDocument.safeParse(jsonIn(answer.body));
  const fallback = {
    type: WITHOUT_A_TYPE,
    detail: `The CA answered HTTP ${answer.status}${plainTextOf(document?.detail ?? answer.body)}.`,
  };
  return {
    ...(document?.type === undefined ? fallback : acmeProblem(document)),
    status: answer.status,
    ...retryAfter(answer, now),
  };
}

/** An error page of a CA, or of a proxy before it, names its subject early. */
const SEARCHED = 4_096;
const TITLE = /<title[^>]*>([^<]+)/i;

/** A plain text, or the title of a page: the page's text may hold a request number, which differs each time. */
function plainTextOf(body: string): string {
  const start = body.slice(0, SEARCHED);
  const [, text = start] = TITLE.exec(start) ?? [];
  const words = cleanText(text.replace(/<[^>]*>|\s+/g, ' ').trim()).replace(/\.$/, '');
  return words === '' ? '' : `: ${words}`;
}

/**
 * We order one name at a time, so the first subproblem describes it best; `whole` has all of them. A CA's text is untrusted and
 * up to 256 kB: it is cut and cleaned here, where it enters.
 */
export function acmeProblem(document: ProblemDocument): AcmeProblem {
  const { subproblems: [first, ...others] = [], ...outer } = document;
  if (first?.type === undefined) return cleanProblem(outer);
  const whole = [outer, first, ...others].slice(0, MAX_STORED_PROBLEMS).map(({ identifier, ...said }: ProblemFields) => ({
    ...cleanProblem(said),
    ...(identifier && { about: cleanText(identifier.value) }),
  }));
  return { ...cleanProblem(first), whole };
}

/** Enough for a compound problem about one name and a few others. */
const MAX_STORED_PROBLEMS = 6;
type ProblemFields = Pick<ProblemDocument, 'type' | 'detail'> & { identifier?: { value: string } | undefined };

function cleanProblem({ type = WITHOUT_A_TYPE, detail = '' }: ProblemFields): AcmeProblem {
  const problem = { type: cleanText(type), detail: cleanText(detail) };
  return isProblem(problem, 'rateLimited') ? { ...problem, isRateLimit: true } : problem;
}

function retryAfter({ headers }: AcmeAnswer, now: Date): { retryAfterSeconds?: number } {
  const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
  const seconds = retryAfterSeconds(text('retry-after'), sentAt(text('date'), now.getTime()));
  return seconds === undefined ? {} : { retryAfterSeconds: seconds };
}

const ALTERNATE = /<(?<url>[^>]*)>(?=[^<]*;\s*rel="?alternate"?(?:[\s;,]|$))/g;

/** The URL of the resource that a request to `url` created: a Location may be relative (RFC 9110, section 10.2.2). */
export function locationIn(location: string | string[] | undefined, url: string): string | undefined {
  return typeof location === 'string' && URL.canParse(location, url) ? new URL(location, url).href : undefined;
}

/** URLs of the alternate chains of the certificate at `url` (RFC 8555, section 7.4.2; RFC 8288, section 3). */
export function alternatesIn(link: string | string[] | undefined, url: string): string[] {
  return [...[link ?? []].flat().join(', ').matchAll(ALTERNATE)].flatMap(({ groups }) => {
    const found = groups?.url ?? '';
    return URL.canParse(found, url) ? [new URL(found, url).href] : [];
  });
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/**
 * The chain in the order that servers need: leaf first, each certificate followed by its issuer, no root, no text between.
 * RFC 8555, section 9.1, requires this order, but some CAs add the root or reverse it. Undefined if it holds no certificate, or
 * an unreadable one.
 */
export function toServerChain(pem: string): string | undefined {
  const sent = certificatesIn(pem);
  if (sent === undefined || sent.length === 0) return undefined;
  const ends = sent.filter((one) => !sent.some((other) => other !== one && other.checkIssued(one)));
  const leaf = ends.find(({ ca }) => !ca) ?? ends[0] ?? sent[0];
  const chain: X509Certificate[] = [];
  for (let next = leaf; next !== undefined; next = issuerIn(sent, chain)) chain.push(next);
  // Certificates outside the chain are included all the same: another client may need them.
  const others = sent.filter((one) => !chain.includes(one) && !isRoot(one));
  return [...chain, ...others].map(String).join('');
}

function certificatesIn(pem: string): X509Certificate[] | undefined {
  try {
    const all = (pem.match(CERTIFICATES) ?? []).map((one) => new X509Certificate(one));
    return all.filter((one, index) => all.findIndex((other) => other.raw.equals(one.raw)) === index);
  } catch {
    return undefined;
  }
}

/** The issuer of the chain's last certificate, unless it is a root, which every client has. */
function issuerIn(sent: readonly X509Certificate[], chain: readonly X509Certificate[]): X509Certificate | undefined {
  const last = chain.at(-1);
  return sent.find((one) => last?.checkIssued(one) && !chain.includes(one) && !isRoot(one));
}

function isRoot(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate);
}

/** True when this common name issued the chain's topmost certificate, as with certbot's `--preferred-chain`. */
export function isIssuedUnder(chainPem: string, commonName: string): boolean {
  return certificatesIn(chainPem)?.at(-1)?.issuer?.split('\n').includes(`CN=${commonName}`) === true;
}

/** An alternate chain must be for the same certificate. */
export function isSameLeaf(one: string, other: string): boolean {
  const leafOf = (chain: string) => certificatesIn(chain)?.[0]?.fingerprint256;
  return leafOf(one) === leafOf(other);
}
