import { ACTOR_WORDS } from '../../../copy/en/dashboard-words.ts';
import type { Mode } from './app-paths.ts';

/** Of this document, by its address: a page of the other mode is another document (shell.tsx). */
export const MODE: Mode = /^\/dashboard\/test(\/|$)/.test(location.pathname) ? 'test' : 'live';
/** Where people's requests go, with their session: the operations of `/api`, and those of `AppPaths`. */
export const BASE = MODE === 'test' ? '/app/v1/test' : '/app/v1';
/** A form of another site cannot send it. */
export const OUR_OWN = { 'X-Requested-With': 'cps' };

const COUNTS = '/domains/counts';
const OVERVIEW = /^\/dashboard(\/(live|test))?\/?$/;
/** As the queries of the first screen write them (overview.tsx): its test counts that each is asked once. */
const OF_OVERVIEW = [
  COUNTS,
  ...Object.keys(ACTOR_WORDS).map((actor) => `/domains?actor=${actor}&sort=oldest&limit=3`),
  '/servers?limit=100',
  '/events?sort=newest&limit=10',
];
/** An answer that nobody has taken by then is old. */
const KEPT_MS = 10_000;

const asked = new Map<string, Promise<Response>>();

export function isOverview(pathname: string): boolean {
  return OVERVIEW.test(pathname);
}

/** Asks for what the page at this address shows first, before there is code that could show it. */
export function askEarly(pathname: string): void {
  for (const path of ['/me', ...(isOverview(pathname) ? OF_OVERVIEW : [])]) {
    const answer = fetch(BASE + path, { headers: OUR_OWN });
    // Whoever takes it hears of its failure.
    answer.catch(() => undefined);
    asked.set(addressOf(path), answer);
  }
  setTimeout(() => asked.clear(), KEPT_MS);
}

/** Whether there is an answer to all that was asked early, and no failure: a page would ask for that once more. */
export async function areAnswered(): Promise<boolean> {
  const answers = await Promise.allSettled(asked.values());
  return answers.every((each) => each.status === 'fulfilled' && each.value.ok);
}

/** What the account has, where that was asked early: it decides which code follows. */
export async function countsAskedEarly(): Promise<Partial<Record<string, number>> | undefined> {
  const answer = await asked.get(addressOf(COUNTS));
  // Another copy is for the page.
  const counts: { by_actor?: Partial<Record<string, number>> } | undefined = answer?.ok ? await answer.clone().json() : undefined;
  return counts?.by_actor;
}

function addressOf(path: string): string {
  return new URL(BASE + path, location.origin).href;
}

/** The answer to what was asked early, once; or asks now. */
export function askOnce(request: Request): Promise<Response> {
  const early = request.method === 'GET' ? asked.get(request.url) : undefined;
  if (!early) return fetch(request);
  asked.delete(request.url);
  return early;
}
