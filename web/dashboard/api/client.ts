import createOpenApiClient, { type FetchResponse } from 'openapi-fetch';
import type { paths } from '../../../client/typescript/create-client.ts';
import type { AppPaths } from './app-paths.ts';
import { BASE, CSRF_HEADERS, takeEarlyOrFetch } from './early.ts';
import { Failure, failureOf } from './failure.ts';
import { logRequest, withoutSecrets } from './request-log.ts';

type ApiPaths = { [Path in keyof paths as Path extends `/api${infer Rest}` ? Rest : never]: paths[Path] };

export const client = createOpenApiClient<ApiPaths & AppPaths, 'application/json'>({
  baseUrl: BASE,
  headers: CSRF_HEADERS,
  fetch: takeEarlyOrFetch,
});
const ends = new WeakMap<Request, ReturnType<typeof logRequest>>();
client.use({
  async onRequest({ request }) {
    if (request.method === 'POST') request.headers.set('Idempotency-Key', crypto.randomUUID());
    const { pathname, search } = new URL(request.url);
    const body = await request.clone().text();
    const path = pathname.slice(BASE.length) + search;
    ends.set(request, logRequest({ method: request.method, path, ...(body !== '' && { body: withoutSecrets(body) }) }));
    return request;
  },
  onResponse({ request, response }) {
    ends.get(request)?.({ status: response.status, requestId: response.headers.get('x-request-id') ?? undefined });
  },
  onError({ request }) {
    ends.get(request)?.({ status: 0 });
  },
});

/** The answer's body. Throws a `Failure` unless it is a success. */
export async function answerOf<T extends Record<string | number, unknown>, Options, Media extends `${string}/${string}`>(
  asking: Promise<FetchResponse<T, Options, Media>>,
): Promise<NonNullable<FetchResponse<T, Options, Media>['data']>> {
  let answer: FetchResponse<T, Options, Media>;
  try {
    answer = await asking;
  } catch (error) {
    throw new Failure(0, { message: String(error) });
  }
  if (answer.response.ok) return (answer.data ?? {}) as NonNullable<typeof answer.data>;
  throw failureOf(answer.response, answer.error, Date.now());
}

/** Navigates to the sign-in, which returns to this address. `isFresh`: a signed-in person must sign in again. */
export function signIn({ isFresh = false } = {}): void {
  location.assign(signInAddress(isFresh));
}

export function signInAddress(isFresh = false): string {
  const here = location.pathname + location.search;
  return `/app/sign-in?${new URLSearchParams({ return: here, ...(isFresh && { fresh: '1' }) })}`;
}

/** Navigates to the sign-in, which switches to another organization of the same person. */
export function switchOrganization(id: string): void {
  location.assign(`/app/sign-in?${new URLSearchParams({ organization: id, return: '/dashboard/' })}`);
}
