import { SIGN_INS } from '../../contract/api/limits.ts';
import { APP_PATHS } from '../../contract/paths.ts';
import { SIGN_IN_ABORTED, tooManySignIns } from '../../copy/en/sign-in-messages.ts';
import { clearCookie, cookieOf, requireSameOrigin, sessionTokenOf, setCookie } from '../model/accounts/people/cookies.ts';
import { sessionIdOf } from '../model/accounts/people/session.ts';
import { AppError, limitExceeded } from '../shared/errors/app-error.ts';
import { type HttpRequest, type HttpResponse, type Route, siteOf } from '../shared/http/route.ts';
import { asAppError } from '../shared/http/serve-http.ts';
import { visitorOf } from '../shared/net/visitor.ts';
import { peopleKeys } from '../shared/table/keys.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { applySignIn } from './apply-sign-in.ts';
import { type ConfirmPorts, confirmRoutes, destinationsOf, notAMember } from './confirm-routes.ts';
import type { Provider } from './provider.gateway.ts';
import { openFlow, sealFlow } from './seal-flow.ts';
import { FLOW_SECONDS, SignInFlow } from './sign-in-flow.schema.ts';
import { SECRET_LENGTH, startSession } from './start-session.ts';
import { markUsed, noSignInError } from './use-once.ts';

export interface SignInPorts extends ConfirmPorts {
  provider: Provider;
  newSalt: () => Buffer;
}

/** Limited by the size of the flow's cookie. */
const ORGANIZATION_ID = /^[\w-]{1,64}$/;
/** Limited for the same reason. Organizations identify people by address. */
const LONGEST_NAME = 200;

/** Routes to sign in and out. All other routes for people are below /app/v1. */
export function signInRoutes(ports: SignInPorts): Route[] {
  return [
    { method: 'GET', path: APP_PATHS.signIn, handle: (request) => begin(request, ports) },
    { method: 'GET', path: APP_PATHS.callback, handle: (request) => end(request, ports) },
    ...confirmRoutes(ports),
    { method: 'POST', path: APP_PATHS.signOut, handle: (request) => signOut(request, ports) },
  ];
}

/**
 * `return=/dashboard/domains`: where the browser goes afterwards. `fresh=1`: the provider asks for the password again.
 * `organization=org_…`: enters that one if the person is a member, after a confirmation if they are in another.
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
  const site = siteOf(request, ports.settings);
  const flow = openFlow(cookieOf(request, 'sign-in', site) ?? '', SignInFlow, ports.serviceSecret, request.now);
  const answer = new URLSearchParams(request.query);
  // Anybody can send a browser to this address; such a link must not end a sign-in in progress.
  if (!flow || answer.get('state') !== flow.state) throw noSignInError();
  await useUp(flow, request, ports);
  try {
    return await finish(answer, flow, request, ports);
  } catch (error) {
    throw asAppError(error).status < 500 ? error : interruptedSignIn(error);
  }
}

/** Without Retry-After: the flow is used up, and a reload is refused. */
function interruptedSignIn(cause: unknown): AppError {
  return new AppError(asAppError(cause).code, SIGN_IN_ABORTED, { cause });
}

async function finish(
  answer: URLSearchParams,
  flow: SignInFlow,
  request: HttpRequest,
  ports: SignInPorts,
): Promise<HttpResponse> {
  const { provider, settings, serviceSecret, base62, newSalt } = ports;
  const { now, requestId, sourceIp, userAgent } = request;
  const site = siteOf(request, settings);
  const { groups, authenticatedAt: at, ...person } = await provider.readIdentity(answer, flow, site + APP_PATHS.callback);
  const found = await applySignIn({ ...person, groups }, { requestId, sourceIp, userAgent }, now, ports);
  const { present, others } = destinationsOf(found, flow.organizationId, request, site);
  // If the provider does not say when, it counts as long ago.
  const authenticatedAt = (at ?? new Date(0)).toISOString();
  if (others.length > 0 || found.invitations.length > 0) {
    const { returnPath, organizationId } = flow;
    const name = person.name?.slice(0, LONGEST_NAME);
    const endsAt = addSeconds(now, FLOW_SECONDS);
    const proven = {
      id: base62(SECRET_LENGTH),
      person: { ...person, name },
      authenticatedAt,
      returnPath,
      organizationId,
      endsAt,
    };
    const cookie = setCookie('sign-in', sealFlow(proven, newSalt(), serviceSecret), FLOW_SECONDS, site);
    return redirect(site + APP_PATHS.confirm, [cookie]);
  }
  if (present === undefined) throw notAMember();
  const session = await startSession(request, { user: found.user, organizationId: present, authenticatedAt, site }, ports);
  return redirect(site + flow.returnPath, [session, clearCookie('sign-in', site)]);
}

/** The provider is called once per sign-in and rarely per address: the same flow could be replayed at will. */
async function useUp({ state }: SignInFlow, { sourceIp, now }: HttpRequest, { actions }: SignInPorts): Promise<void> {
  const visitor = visitorOf(sourceIp);
  const counted = await actions.takeOf((window) => peopleKeys.signIns(visitor, window), now, SIGN_INS);
  if (counted.kind === 'refused') throw limitExceeded(tooManySignIns(SIGN_INS.limit), SIGN_INS.limit, counted.againAt, now);
  await markUsed(state, now, actions);
}

/**
 * Ends the session, and a sign-in in progress in this browser, whatever happens at the provider. The answer tells the browser
 * where to end the provider's session.
 */
async function signOut(request: HttpRequest, { settings, sessions, provider }: SignInPorts): Promise<HttpResponse> {
  const site = siteOf(request, settings);
  requireSameOrigin(request, site);
  const token = sessionTokenOf(request, site);
  if (token) await sessions.end(token.userId, sessionIdOf(token.secret));
  const cookies = [clearCookie('session', site), clearCookie('sign-in', site)];
  const url = await provider.signOutUrl(site + APP_PATHS.home);
  return url ? { status: 200, json: { provider_url: url.href }, cookies } : { status: 204, text: '', cookies };
}

/** Allows only a path of this site, in any spelling. */
function ownPath(wanted: string | null, site: string): string {
  if (wanted === null || !wanted.startsWith('/') || !URL.canParse(wanted, site)) return APP_PATHS.home;
  const { origin, pathname, search } = new URL(wanted, site);
  return origin === new URL(site).origin ? pathname + search : APP_PATHS.home;
}

function redirect(location: string, cookies: string[]): HttpResponse {
  return { status: 303, text: '', headers: { location, 'referrer-policy': 'no-referrer' }, cookies };
}
