import { APP_PATHS } from '../../contract/paths.ts';
import type { Settings } from '../../contract/stack/settings.schema.ts';
import { SIGN_IN_MESSAGES } from '../../copy/en/sign-in-messages.ts';
import {
  clearCookie,
  cookieOf,
  refuseForeign,
  sessionCookie,
  sessionTokenOf,
  setCookie,
} from '../model/accounts/people/cookies.ts';
import type { SessionStore } from '../model/accounts/people/session.store.ts';
import { newSession, sessionIdOf } from '../model/accounts/people/session.ts';
import { AppError } from '../shared/errors/app-error.ts';
import { type HttpRequest, type HttpResponse, type Route, siteOf } from '../shared/http/route.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { type LetInPorts, letIn } from './let-in.ts';
import type { Provider } from './provider.gateway.ts';
import { openFlow, sealFlow } from './seal-flow.ts';
import { FLOW_SECONDS, type SignInFlow } from './sign-in-flow.schema.ts';

export interface SignInPorts extends LetInPorts {
  provider: Provider;
  sessions: Pick<SessionStore, 'start' | 'end'>;
  settings: Pick<Settings, 'siteUrl'>;
  serviceSecret: ServiceSecret;
  base62: (length: number) => string;
  newSalt: () => Buffer;
}

/** What the cookie of the flow has room for. */
const ORGANIZATION_ID = /^[\w-]{1,64}$/;
/** 256 random bits. */
const SECRET_LENGTH = 43;

/** Where people sign in and out. What they do between is below /app/v1. */
export function signInRoutes(ports: SignInPorts): Route[] {
  return [
    { method: 'GET', path: APP_PATHS.signIn, handle: (request) => begin(request, ports) },
    { method: 'GET', path: APP_PATHS.callback, handle: (request) => end(request, ports) },
    { method: 'POST', path: APP_PATHS.signOut, handle: (request) => signOut(request, ports) },
  ];
}

/**
 * `?return=/dashboard/domains` is where the browser goes afterwards; with `fresh=1` the provider asks for the password again;
 * `organization=org_…` leads into that one, if the person is a member.
 */
async function begin(request: HttpRequest, { provider, settings, serviceSecret, base62, newSalt }: SignInPorts) {
  const site = siteOf(request, settings);
  const query = new URLSearchParams(request.query);
  const organizationId = query.get('organization') ?? '';
  const flow: SignInFlow = {
    state: base62(SECRET_LENGTH),
    nonce: base62(SECRET_LENGTH),
    codeVerifier: base62(SECRET_LENGTH),
    returnPath: ownPath(query.get('return'), site),
    isFresh: query.get('fresh') === '1',
    ...(ORGANIZATION_ID.test(organizationId) && { organizationId }),
    endsAt: addSeconds(request.now, FLOW_SECONDS),
  };
  const url = await provider.authorizationUrl(flow, site + APP_PATHS.callback);
  const sealed = sealFlow(flow, newSalt(), serviceSecret);
  return redirect(url.href, [setCookie('sign-in', sealed, FLOW_SECONDS, site)]);
}

async function end(request: HttpRequest, ports: SignInPorts): Promise<HttpResponse> {
  const { provider, settings, serviceSecret, sessions, base62 } = ports;
  const { now, requestId, sourceIp, userAgent } = request;
  const site = siteOf(request, settings);
  const flow = openFlow(cookieOf(request, 'sign-in', site) ?? '', serviceSecret, now);
  if (!flow) throw new AppError('sign_in_failed', SIGN_IN_MESSAGES.sign_in_failed.notBegun);
  const identity = await provider.identityIn(new URLSearchParams(request.query), flow, site + APP_PATHS.callback);
  const person = await letIn(identity, { requestId, sourceIp, userAgent }, now, ports);
  const former = sessionTokenOf(request, site);
  const organizationId = person && chosen(person.organizationIds, [flow.organizationId, former?.organizationId]);
  if (!person || organizationId === undefined) throw new AppError('not_a_member', SIGN_IN_MESSAGES.not_a_member.any);
  const token = { organizationId, userId: person.userId, secret: base62(SECRET_LENGTH) };
  // What a provider does not say counts as long ago.
  const authenticatedAt = (identity.authenticatedAt ?? new Date(0)).toISOString();
  const { userId } = person;
  await sessions.start(newSession({ userId, organizationId, authenticatedAt, sourceIp, userAgent }, token.secret, now));
  if (former) await sessions.end(former.userId, sessionIdOf(former.secret));
  return redirect(site + flow.returnPath, [sessionCookie(token, site), clearCookie('sign-in', site)]);
}

/** Whoever signs in again stays where they were, unless they want to go elsewhere. */
function chosen(organizationIds: readonly string[], wanted: readonly (string | undefined)[]): string | undefined {
  return [...wanted, organizationIds[0]].find((id) => id !== undefined && organizationIds.includes(id));
}

/** The session ends here, whatever becomes of the one at the provider: where that is ended, the browser is told. */
async function signOut(request: HttpRequest, { settings, sessions, provider }: SignInPorts): Promise<HttpResponse> {
  const site = siteOf(request, settings);
  refuseForeign(request, site);
  const token = sessionTokenOf(request, site);
  if (token) await sessions.end(token.userId, sessionIdOf(token.secret));
  const cookies = [clearCookie('session', site)];
  const url = await provider.signOutUrl(site + APP_PATHS.home);
  return url ? { status: 200, json: { provider_url: url.href }, cookies } : { status: 204, text: '', cookies };
}

/** A path of this site and no other address, however it is written. */
function ownPath(wanted: string | null, site: string): string {
  if (wanted === null || !wanted.startsWith('/') || !URL.canParse(wanted, site)) return APP_PATHS.home;
  const { origin, pathname, search } = new URL(wanted, site);
  return origin === new URL(site).origin ? pathname + search : APP_PATHS.home;
}

function redirect(location: string, cookies: string[]): HttpResponse {
  return { status: 303, text: '', headers: { location, 'referrer-policy': 'no-referrer' }, cookies };
}
