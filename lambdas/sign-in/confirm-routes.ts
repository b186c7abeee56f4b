import { APP_PATHS } from '../../contract/paths.ts';
import type { Settings } from '../../contract/stack/settings.schema.ts';
import { PEOPLE_MESSAGES, SIGN_IN_MESSAGES } from '../../copy/en/sign-in-messages.ts';
import type { AccountStore } from '../model/accounts/account.store.ts';
import { clearCookie, cookieOf, requireSameOrigin, sessionTokenOf } from '../model/accounts/people/cookies.ts';
import { AppError } from '../shared/errors/app-error.ts';
import { type HttpRequest, type HttpResponse, type Route, siteOf } from '../shared/http/route.ts';
import type { ServiceSecret } from '../shared/secrets/service-secret.ts';
import type { ActionStore } from '../shared/table/action.store.ts';
import { type ApplySignInPorts, answerInvitation, findPerson, type SignInResult } from './apply-sign-in.ts';
import { confirmPage } from './confirm-page.ts';
import { openFlow } from './seal-flow.ts';
import { ProvenSignIn } from './sign-in-flow.schema.ts';
import { type StartPorts, startSession } from './start-session.ts';
import { markUsed, noSignInError, requireUnused } from './use-once.ts';

export interface ConfirmPorts extends ApplySignInPorts, StartPorts {
  users: ApplySignInPorts['users'];
  accounts: Pick<AccountStore, 'getOrganization'>;
  settings: Pick<Settings, 'siteUrl'>;
  serviceSecret: ServiceSecret;
  actions: ActionStore;
}

const MAX_BODY_BYTES = 4_096;

/** The question before a sign-in ends. GET changes nothing, so a link cannot answer it. */
export function confirmRoutes(ports: ConfirmPorts): Route[] {
  return [
    { method: 'GET', path: APP_PATHS.confirm, handle: (request) => ask(request, ports) },
    { method: 'POST', path: APP_PATHS.confirm, handle: (request) => answer(request, ports) },
  ];
}

/**
 * `present`: the organization entered without a question. `others`: the one that the link names, or all of them if nothing
 * decides.
 */
export function destinationsOf(
  { organizationIds, usualId }: Pick<SignInResult, 'organizationIds' | 'usualId'>,
  wanted: string | undefined,
  request: HttpRequest,
  site: string,
): { present: string | undefined; others: string[] } {
  // Signing in again keeps the current organization.
  const former = sessionTokenOf(request, site)?.organizationId;
  const present = organizationIds.find((id) => id === former) ?? usualId;
  return { present, others: organizationIds.filter((id) => id !== present && (present === undefined || id === wanted)) };
}

async function ask(request: HttpRequest, ports: ConfirmPorts): Promise<HttpResponse> {
  const site = siteOf(request, ports.settings);
  const proven = await provenIn(request, site, ports);
  const found = await findPerson(proven.person, request.now, ports);
  const { present, others } = destinationsOf(found, proven.organizationId, request, site);
  if (found.organizationIds.length === 0 && found.invitations.length === 0) throw notAMember();
  const ids = new Set([present, ...others, ...found.invitations.map(({ organizationId }) => organizationId)]);
  const organizations = await Promise.all([...ids].map((id) => id && ports.accounts.getOrganization(id)));
  const names = new Map(organizations.flatMap((organization) => (organization ? [[organization.id, organization.name]] : [])));
  const page = confirmPage({ email: proven.person.email, present, others, invitations: found.invitations, names });
  return { status: 200, ...page };
}

async function answer(request: HttpRequest, ports: ConfirmPorts): Promise<HttpResponse> {
  const site = siteOf(request, ports.settings);
  requireSameOrigin(request, site);
  const { id, person, authenticatedAt, returnPath } = await provenIn(request, site, ports);
  const { now, requestId, sourceIp, userAgent, rawBody } = request;
  const form = new URLSearchParams(rawBody.length > MAX_BODY_BYTES ? '' : rawBody.toString());
  const action = form.get('action');
  const organizationId = form.get('organization') ?? '';
  const invitationId = form.get('invitation') ?? '';
  const { user, organizationIds } =
    action === 'accept' || action === 'decline'
      ? await answerInvitation({ action, organizationId, invitationId }, person, { requestId, sourceIp, userAgent }, now, ports)
      : await findPerson(person, now, ports);
  if (action === 'decline') return { status: 200, json: { next: site + APP_PATHS.confirm } };
  if (!organizationIds.includes(organizationId)) throw new AppError('conflict', PEOPLE_MESSAGES.invitationEnded);
  await markUsed(id, now, ports.actions);
  const session = await startSession(request, { user, organizationId, authenticatedAt, site }, ports);
  // `returnPath` belongs to another organization than the new one.
  const next = site + (action === 'accept' ? APP_PATHS.home : returnPath);
  return { status: 200, json: { next }, cookies: [session, clearCookie('sign-in', site)] };
}

/** Throws `sign_in_failed` if there is no open sign-in or its session has begun. */
async function provenIn(request: HttpRequest, site: string, { serviceSecret, actions }: ConfirmPorts): Promise<ProvenSignIn> {
  const proven = openFlow(cookieOf(request, 'sign-in', site) ?? '', ProvenSignIn, serviceSecret, request.now);
  if (!proven) throw noSignInError();
  await requireUnused(proven.id, request.now, actions);
  return proven;
}

export function notAMember(): AppError {
  return new AppError('not_a_member', SIGN_IN_MESSAGES.not_a_member.any);
}
