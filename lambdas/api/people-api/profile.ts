import { MAIL_CAUSES, type MailCause } from '../../../contract/api/events.ts';
import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import type { Member, Session } from '../../model/accounts/people/people.schema.ts';
import { isFreshlySignedIn } from '../../model/accounts/people/session.ts';
import type { Mode } from '../../model/accounts/tenant.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import type { Route } from '../../shared/http/route.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { UpdateMeRequest } from './members.schema.ts';
import { type PersonCall, personRoute } from './person-route.ts';
import type { SessionPorts } from './session-admission.ts';

type PersonPorts = SessionPorts & Pick<Rows, 'accounts' | 'users' | 'members'>;

/** Routes for the signed-in person's own profile, organizations, mail settings and sessions. */
export function profileRoutes(mode: Mode, ports: PersonPorts): Route[] {
  const { sessions, accounts, settings } = ports;
  return [
    personRoute(
      mode,
      {
        method: 'GET',
        path: '/me',
        isTenantScoped: true,
        work: async ({ caller, session, member, now }) => ({
          status: 200,
          json: {
            id: caller.userId,
            email: member.email,
            ...(member.name !== undefined && { name: member.name }),
            organization_id: member.organizationId,
            organization_name: (await accounts.getOrganization(member.organizationId))?.name,
            mode,
            role: caller.role,
            permissions: caller.permissions,
            is_freshly_signed_in: isFreshlySignedIn(session, now),
            session_ends_at: session.endsAt,
            mail: mailResource(member, settings),
          },
        }),
      },
      ports,
    ),
    personRoute(mode, { method: 'PATCH', path: '/me', work: (call) => chooseMails(call, ports) }, ports),
    personRoute(mode, { method: 'GET', path: '/organizations', work: (call) => listOrganizations(call, ports) }, ports),
    personRoute(
      mode,
      {
        method: 'GET',
        path: '/sessions',
        work: async ({ caller, session, now }) => {
          const own = await sessions.ofUser(caller.userId, now);
          return { status: 200, json: { data: own.map((one) => sessionResource(one, session)) } };
        },
      },
      ports,
    ),
    personRoute(mode, { method: 'DELETE', path: '/sessions/{id}', work: (call) => endSession(call, ports) }, ports),
  ];
}

/** Mail causes left out of the body keep their current setting. */
async function chooseMails({ request, member }: PersonCall, { members, settings }: PersonPorts) {
  const { mail } = readJsonBody(request, UpdateMeRequest);
  const wanted = { ...wantedMails(member), ...mail };
  const mutedMails = MAIL_CAUSES.filter((cause) => !wanted[cause]);
  await members.muteMails(member, mutedMails);
  return { status: 200, json: { mail: mailResource({ mutedMails }, settings) } };
}

function wantedMails({ mutedMails = [] }: Pick<Member, 'mutedMails'>): Record<MailCause, boolean> {
  return Object.fromEntries(MAIL_CAUSES.map((cause) => [cause, !mutedMails.includes(cause)])) as Record<MailCause, boolean>;
}

/** `is_sent` is false where the stage sends no mail. */
function mailResource(member: Pick<Member, 'mutedMails'>, settings: PersonPorts['settings']) {
  return { is_sent: settings.mail !== undefined, wanted: wantedMails(member) };
}

/**
 * A user is a member of few organizations, so the list has no pages. To switch organization, a user signs in again and names it.
 */
async function listOrganizations({ caller }: PersonCall, { users, accounts }: PersonPorts) {
  const ids = await users.organizationsOf(caller.userId);
  const found = await Promise.all(ids.map((id) => accounts.getOrganization(id)));
  const data = ids.map((id, position) => ({ id, name: found[position]?.name, is_this: id === caller.organizationId }));
  return { status: 200, json: { data } };
}

/** A user can end only their own sessions. The 404 for another user's session is that of an unknown one. */
async function endSession({ request, caller, now }: PersonCall, { sessions }: PersonPorts) {
  const id = request.params.id ?? '';
  const own = await sessions.ofUser(caller.userId, now);
  if (!own.some(({ sessionId }) => sessionId === id))
    throw new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.address);
  await sessions.end(caller.userId, id);
  return { status: 200, json: { id, deleted: true } };
}

function sessionResource(session: Session, present: Session) {
  const { sessionId, organizationId, startedAt, lastSeenAt, endsAt, sourceIp, userAgent } = session;
  return {
    id: sessionId,
    organization_id: organizationId,
    started_at: startedAt,
    last_seen_at: lastSeenAt,
    ends_at: endsAt,
    source_ip: sourceIp,
    user_agent: userAgent,
    is_this: sessionId === present.sessionId,
  };
}
