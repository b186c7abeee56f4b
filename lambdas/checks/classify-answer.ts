import type { DiagnosisReason } from '../../contract/api/error-codes.ts';
import type { Failed } from '../shared/net/failure.ts';
import type { HttpAnswer } from '../shared/net/http-get.gateway.ts';

/** A standard answer that many servers give to any request. All given fields must match. */
interface KnownAnswer {
  reason: Extract<DiagnosisReason, `answered_by_${string}`>;
  status?: readonly [lowest: number, highest: number];
  /** One header, whose name is in lower case. */
  header?: readonly [name: string, value: RegExp];
  /** Matched in the part of the body that is read. */
  body?: RegExp;
  source: string;
}

const CLOUDFLARE = 'https://developers.cloudflare.com/support/troubleshooting/http-status-codes/cloudflare-5xx-errors/';
const WORDPRESS = 'https://developer.wordpress.org/reference/';
const PARKING = 'https://github.com/MISP/misp-warninglists/blob/main/lists/parking-domain-ns/list.json';
/** The texts of those pages as their packages install them. */
const NGINX = 'https://github.com/nginx/nginx/blob/master/docs/html/index.html';
const APACHE = 'https://salsa.debian.org/apache-team/apache2/-/blob/master/debian/index.html';

const PARKED =
  /sedoparking|parkingcrew|bodis\.com|cashparking|afternic|hugedomains|(?:\/\/|\.)dan\.com|location(?:\.href)?\s*=\s*["']\/lander|(?:domain|name) is (?:parked|for sale)/i;

/** Looked up on 2026-11-22, as public repositories quote such answers; `source` says whose they are. The first match wins. */
export const KNOWN_ANSWERS: readonly KnownAnswer[] = [
  { reason: 'answered_by_cloudflare', status: [520, 530], header: ['server', /^cloudflare/i], source: CLOUDFLARE },
  {
    reason: 'answered_by_cloudflare',
    header: ['cf-mitigated', /./],
    source: 'https://developers.cloudflare.com/cloudflare-challenges/',
  },
  { reason: 'answered_by_cloudflare', body: /cf-error-details|\| Cloudflare<\/title>|^error code: 1\d{3}/, source: CLOUDFLARE },
  { reason: 'answered_by_parked_page', body: PARKED, source: PARKING },
  { reason: 'answered_by_parked_page', header: ['location', PARKED], source: PARKING },
  {
    reason: 'answered_by_login_page',
    header: ['location', /\/(?:wp-login\.php|log-?in|sign-?in|sso|oauth2?|saml2?)\b/i],
    source: WORDPRESS,
  },
  {
    reason: 'answered_by_login_page',
    header: ['location', /^https:\/\/(?:login|accounts|auth|sso)\./i],
    source: 'https://learn.microsoft.com/entra/identity-platform/',
  },
  {
    reason: 'answered_by_login_page',
    body: /<input[^>]+type=["']?password/i,
    source: 'https://html.spec.whatwg.org/multipage/input.html',
  },
  { reason: 'answered_by_wordpress', header: ['x-redirect-by', /^WordPress/i], source: `${WORDPRESS}hooks/x_redirect_by/` },
  {
    reason: 'answered_by_wordpress',
    header: ['link', /rel="?https:\/\/api\.w\.org\//],
    source: 'https://developer.wordpress.org/rest-api/using-the-rest-api/discovery/',
  },
  {
    reason: 'answered_by_wordpress',
    body: /\/wp-(?:content|includes)\/|content="WordPress/,
    source: `${WORDPRESS}functions/wp_generator/`,
  },
  { reason: 'answered_by_default_page', body: /<title>Welcome to nginx!/, source: NGINX },
  { reason: 'answered_by_default_page', body: /Apache2? (?:\w+ )?(?:Default|Test) Page|<h1>It works!<\/h1>/i, source: APACHE },
  {
    reason: 'answered_by_default_page',
    body: /\/cgi-sys\/defaultwebpage\.cgi/,
    source: 'https://docs.cpanel.net/knowledge-base/web-services/',
  },
  { reason: 'answered_by_firewall', status: [401, 401], source: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.2' },
  { reason: 'answered_by_firewall', status: [403, 403], source: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.4' },
  { reason: 'answered_by_firewall', status: [406, 406], source: 'https://www.rfc-editor.org/rfc/rfc9110#section-15.5.7' },
];

function knownAnswer(answer: HttpAnswer): KnownAnswer['reason'] | undefined {
  return KNOWN_ANSWERS.find((known) => fits(answer, known))?.reason;
}

function fits(answer: HttpAnswer, { status: [lowest, highest] = [0, 999], header, body }: KnownAnswer): boolean {
  if (answer.status < lowest || answer.status > highest) return false;
  if (header !== undefined && !header[1].test(answer.headers[header[0]] ?? '')) return false;
  return body === undefined || body.test(answer.body);
}

/** The answers on the way to a challenge, in order. */
export interface Answerer {
  answers: (HttpAnswer | Failed)[];
  isRedirectRefused: boolean;
}

/** The statuses of firewalls and proxies for addresses that they block or limit. */
const FIREWALL_STATUSES: ReadonlySet<number> = new Set([401, 403, 406, 429, 503]);
/** Temporary by definition: too many requests, and a server that is briefly unavailable. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([429, 503]);
/** The statuses of a web server whose backend fails. */
const GATEWAY_STATUSES: ReadonlySet<number> = new Set([502, 504]);

/** Why a CA would not get our answer, where that is known. A known product is named before its symptom. */
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

/** True when it may answer the CA differently than us. */
export function mayBlockOnlyUs({ answers, isRedirectRefused }: Answerer): boolean {
  const last = answers.at(-1);
  if (last === undefined || isRedirectRefused) return false;
  return last.kind === 'failed' || FIREWALL_STATUSES.has(last.status);
}
