import type { PublicView } from '../../../contract/public-view.ts';

/** The same text for all cases: what belongs to others looks as if it did not exist. */
const WORDS: Record<number, string> = {
  401: 'Sign in first.',
  403: 'The header X-Requested-With: cps is missing.',
  404: 'There is no such domain.',
  405: 'This is asked for with another method.',
  429: 'Asked too often. Try again later.',
  502: 'The certificate service cannot be reached just now.',
};

/** Browsers and proxies must not cache it. */
export function answer(status: number, headers: Record<string, string> = {}, body?: unknown): Response {
  return new Response(JSON.stringify(body ?? { error: { status, message: WORDS[status] } }), {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}

export function refuse(status: number, retryAfter?: number): Response {
  return answer(status, after(status === 429 ? (retryAfter ?? 10) : retryAfter));
}

export function sendView(view: PublicView, retryAfter?: number): Response {
  return answer(200, after(retryAfter), view);
}

function after(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'retry-after': String(seconds) };
}
