import { ACTOR_WORDS } from '../../../copy/en/dashboard-words.ts';
import type { Mode } from './app-paths.ts';

/** This document's mode, from its address. A page of the other mode is another document (shell.tsx). */
export const MODE: Mode = /^\/dashboard\/test(\/|$)/.test(location.pathname) ? 'test' : 'live';
/** Base path of people's requests with their session: the operations of `/api` and of `AppPaths`. */
export const BASE = MODE === 'test' ? '/app/v1/test' : '/app/v1';
/** CSRF protection: a form of another site cannot send this header. */
export const CSRF_HEADERS = { 'X-Requested-With': 'cps' };

const COUNTS = '/domains/counts';
const OVERVIEW = /^\/dashboard(\/(live|test))?\/?$/;
/** Paths exactly as the overview's queries write them (overview.tsx). Its test checks that each is requested once. */
const OF_OVERVIEW = [
  COUNTS,
  ...Object.keys(ACTOR_WORDS).map((actor) => `/domains?actor=${actor}&sort=oldest&limit=3`),
  '/servers?limit=100',
  '/events?sort=newest&limit=10',
];
/** After this an unused answer counts as stale. */
const KEPT_MS = 10_000;

const asked = new Map<string, Promise<Response>>();

export function isOverview(pathname: string): boolean {
  return OVERVIEW.test(pathname);
}

/** Requests the first data of the page at this address before the page's code has loaded. */
export function requestEarly(pathname: string): void {
  for (const path of ['/me', ...(isOverview(pathname) ? OF_OVERVIEW : [])]) {
    const answer = fetch(BASE + path, { headers: CSRF_HEADERS });
    // Prevents an unhandled rejection: the caller that uses the answer handles the error.
    answer.catch(() => undefined);
    asked.set(addressOf(path), answer);
  }
  setTimeout(() => asked.clear(), KEPT_MS);
}

/** True when all early requests succeeded. Otherwise a page would repeat the failed one. */
export async function haveEarlyRequestsSucceeded(): Promise<boolean> {
  const answers = await Promise.allSettled(asked.values());
  return answers.every((each) => each.status === 'fulfilled' && each.value.ok);
}

/** The account's counts, if they were requested early. They decide which code is loaded next. */
export async function earlyCounts(): Promise<Partial<Record<string, number>> | undefined> {
  const answer = await asked.get(addressOf(COUNTS));
  // A copy, because the page reads the answer too.
  const counts: { by_actor?: Partial<Record<string, number>> } | undefined = answer?.ok ? await answer.clone().json() : undefined;
  return counts?.by_actor;
}

function addressOf(path: string): string {
  return new URL(BASE + path, location.origin).href;
}

/** The early answer, once; otherwise sends the request now. */
export function takeEarlyOrFetch(request: Request): Promise<Response> {
  const early = request.method === 'GET' ? asked.get(request.url) : undefined;
  if (!early) return fetch(request);
  asked.delete(request.url);
  return early;
}
