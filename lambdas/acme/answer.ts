import { X509Certificate } from 'node:crypto';
import { retryAfterSeconds, sentAt } from '../../contract/http/retry-after.ts';
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
      problem: malformedAnswer(`The CA answered with something else than ACME${wordsIn(answer.body)}.`, answer.status),
    };
  return { kind: 'ok', value: read.data, ...retryAfter(answer, now) };
}

/** A problem document with the facts beside it; one without a type is known by its status only (RFC 9457, about:blank). */
export function problemOf(answer: AcmeAnswer, now: Date): AcmeProblem {
  const { data: document } = ProblemDocument.safeParse(jsonIn(answer.body));
  const fallback = {
    type: WITHOUT_A_TYPE,
    detail: `The CA answered HTTP ${answer.status}${wordsIn(document?.detail ?? answer.body)}.`,
  };
  return {
    ...(document?.type === undefined ? fallback : acmeProblem(document)),
    status: answer.status,
    ...retryAfter(answer, now),
  };
}

/** A page of a CA, or of a proxy before it, says early what it is about. */
const SEARCHED = 4_096;
const TITLE = /<title[^>]*>([^<]+)/i;

/** What a plain text says, or the title of a page: its text may hold the number of the request, which differs each time. */
function wordsIn(body: string): string {
  const start = body.slice(0, SEARCHED);
  const [, text = start] = TITLE.exec(start) ?? [];
  const words = clean(text.replace(/<[^>]*>|\s+/g, ' ').trim()).replace(/\.$/, '');
  return words === '' ? '' : `: ${words}`;
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

function retryAfter({ headers }: AcmeAnswer, now: Date): { retryAfterSeconds?: number } {
  const text = (name: string) => (typeof headers[name] === 'string' ? headers[name] : undefined);
  const seconds = retryAfterSeconds(text('retry-after'), sentAt(text('date'), now.getTime()));
  return seconds === undefined ? {} : { retryAfterSeconds: seconds };
}

const ALTERNATE = /<(?<url>[^>]*)>(?=[^<]*;\s*rel="?alternate"?(?:[\s;,]|$))/g;

/** Where the CA keeps what it made for a request to `url`: a Location may be relative (RFC 9110, section 10.2.2). */
export function locationIn(location: string | string[] | undefined, url: string): string | undefined {
  return typeof location === 'string' && URL.canParse(location, url) ? new URL(location, url).href : undefined;
}

/** Where the CA has other chains of the certificate at `url` (RFC 8555, section 7.4.2; RFC 8288, section 3). */
export function alternatesIn(link: string | string[] | undefined, url: string): string[] {
  return [...[link ?? []].flat().join(', ').matchAll(ALTERNATE)].flatMap(({ groups }) => {
    const found = groups?.url ?? '';
    return URL.canParse(found, url) ? [new URL(found, url).href] : [];
  });
}

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g;

/**
 * A chain as servers want it: the leaf first, each certificate followed by its issuer, without a root and without text between.
 * RFC 8555, section 9.1, asks the CA for this order, but some CAs add the root or reverse it. Undefined where it holds no
 * certificate, or one that cannot be read.
 */
export function orderedChain(pem: string): string | undefined {
  const sent = certificatesIn(pem);
  if (sent === undefined || sent.length === 0) return undefined;
  const ends = sent.filter((one) => !sent.some((other) => other !== one && other.checkIssued(one)));
  const leaf = ends.find(({ ca }) => !ca) ?? ends[0] ?? sent[0];
  const chain: X509Certificate[] = [];
  for (let next = leaf; next !== undefined; next = issuerIn(sent, chain)) chain.push(next);
  // What links to nothing is sent all the same: another client may know what it is for.
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

/** Of the last certificate of the chain, unless it is a root, which every client has. */
function issuerIn(sent: readonly X509Certificate[], chain: readonly X509Certificate[]): X509Certificate | undefined {
  const last = chain.at(-1);
  return sent.find((one) => last?.checkIssued(one) && !chain.includes(one) && !isRoot(one));
}

function isRoot(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate);
}

/**
 * Whether the topmost certificate of a chain was issued by whom this common name belongs to, as certbot's `--preferred-chain` has
 * it.
 */
export function isIssuedUnder(chainPem: string, commonName: string): boolean {
  return certificatesIn(chainPem)?.at(-1)?.issuer?.split('\n').includes(`CN=${commonName}`) === true;
}

/** Another chain is one of the same certificate. */
export function isSameLeaf(one: string, other: string): boolean {
  const leafOf = (chain: string) => certificatesIn(chain)?.[0]?.fingerprint256;
  return leafOf(one) === leafOf(other);
}
