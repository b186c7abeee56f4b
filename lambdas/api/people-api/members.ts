import { ERROR_MESSAGES } from '../../../copy/en/error-messages.ts';
import { PEOPLE_MESSAGES } from '../../../copy/en/sign-in-messages.ts';
import { newInvitation, normalizeEmail } from '../../model/accounts/people/invitation.ts';
import { requireInvitationQuota } from '../../model/accounts/people/invitation-use.ts';
import type { MemberChange } from '../../model/accounts/people/member.store.ts';
import type { Invitation, Member } from '../../model/accounts/people/people.schema.ts';
import { permissionToChange, permissionToRemove } from '../../model/accounts/people/roles.ts';
import type { Mode } from '../../model/accounts/tenant.ts';
import { AppError } from '../../shared/errors/app-error.ts';
import { readJsonBody } from '../../shared/http/json-body.ts';
import type { HttpRequest, HttpResponse, Route } from '../../shared/http/route.ts';
import { againAfterLostRace } from '../../shared/table/lost-race.ts';
import type { Rows } from '../../wiring/rows.wiring.ts';
import { requirePermission } from '../pipeline/authorize.ts';
import { ChangeRoleRequest, InviteRequest } from './members.schema.ts';
import { auditOf, type PersonCall, personRoute } from './person-route.ts';
import type { SessionPorts } from './session-admission.ts';

type MemberPorts = SessionPorts & Pick<Rows, 'members' | 'invitations' | 'mailNotices' | 'newId' | 'pause'>;

/** A busy member loses races often: request counts are written to the row that these transactions change. */
const TRIES = 10;

export function memberRoutes(mode: Mode, ports: MemberPorts): Route[] {
  const { members, invitations, newId } = ports;
  return [
    personRoute(
      mode,
      {
        method: 'GET',
        path: '/members',
        permission: 'members.read',
        work: async ({ caller, now }) => {
          const [people, invited] = await Promise.all([
            members.list(caller.organizationId),
            invitations.list(caller.organizationId),
          ]);
          const inForce = invited.filter(({ expiresAt }) => expiresAt > now.toISOString());
          return ok({ members: people.map(memberResource), invitations: inForce.map(invitationResource) });
        },
      },
      ports,
    ),
    personRoute(
      mode,
      {
        method: 'PATCH',
        path: '/members/{id}',
        permission: 'members.read',
        needsFreshSignIn: true,
        work: (call) => changeRole(call, ports),
      },
      ports,
    ),
    personRoute(
      mode,
      { method: 'DELETE', path: '/members/{id}', needsFreshSignIn: true, work: (call) => remove(call, ports) },
      ports,
    ),
    personRoute(
      mode,
      {
        method: 'POST',
        path: '/invitations',
        permission: 'members.write',
        needsFreshSignIn: true,
        work: (call) => invite(call, ports),
      },
      ports,
    ),
    personRoute(
      mode,
      {
        method: 'DELETE',
        path: '/invitations/{id}',
        permission: 'members.write',
        work: async (call) => {
          const invitation = await invitations.get(call.caller.organizationId, call.request.params.id ?? '');
          if (!invitation) throw notFound();
          requirePermission(call.caller, permissionToChange(invitation.role));
          const { invitationId: id, email, role } = invitation;
          const change = {
            action: 'invitation.withdrawn',
            resource: { type: 'invitation' as const, id },
            before: { email, role },
          };
          await invitations.withdraw(invitation, auditOf(call, newId, change));
          return ok({ id, deleted: true });
        },
      },
      ports,
    ),
  ];
}

function invite(call: PersonCall, ports: MemberPorts): Promise<HttpResponse> {
  const { email, role } = readJsonBody(call.request, InviteRequest);
  requirePermission(call.caller, permissionToChange(role));
  return again(ports, () => inviteUnlessKnown({ email, role }, call, ports));
}

async function inviteUnlessKnown(
  { email, role }: Pick<Invitation, 'email' | 'role'>,
  call: PersonCall,
  { members, invitations, mailNotices, settings, newId }: MemberPorts,
): Promise<HttpResponse> {
  const { organizationId } = call.caller;
  const [people, use] = await Promise.all([members.list(organizationId), invitations.use(organizationId, call.now)]);
  const isKnown = [...people, ...use.open].some((known) => normalizeEmail(known.email) === normalizeEmail(email));
  if (isKnown) throw new AppError('conflict', PEOPLE_MESSAGES.knownAlready);
  requireInvitationQuota(use, call.now);
  const { email: inviter, name } = call.member;
  const invitedBy = { email: inviter, ...(name !== undefined && { name }) };
  const invitation = newInvitation(newId('inv'), { organizationId, email, role, invitedBy }, call.now);
  const resource = { type: 'invitation' as const, id: invitation.invitationId };
  const change = { action: 'invitation.created', resource, after: { email: invitation.email, role } };
  const mail = settings.mail ? [mailNotices.invitationWrite(organizationId, invitation.invitationId, call.now)] : [];
  await invitations.create(invitation, auditOf(call, newId, change), use, mail);
  return { status: 201, json: { ...invitationResource(invitation), is_mailed: settings.mail !== undefined } };
}

function changeRole(call: PersonCall, ports: MemberPorts): Promise<HttpResponse> {
  const { role } = readJsonBody(call.request, ChangeRoleRequest);
  return again(ports, async () => {
    const member = await memberOf(call, call.request, ports);
    requirePermission(call.caller, permissionToChange(member.role, role));
    if (member.role === role) return ok(memberResource(member));
    const resource = { type: 'member' as const, id: member.userId };
    const facts = { before: { role: member.role }, after: { role } };
    const audit = auditOf(call, ports.newId, { action: 'member.role_changed', resource, ...facts });
    refuseLastOwner(await ports.members.changeRole(member, role, audit));
    return ok(memberResource({ ...member, role }));
  });
}

/** Members may remove themselves without the permission to manage members. */
function remove(call: PersonCall, ports: MemberPorts): Promise<HttpResponse> {
  return again(ports, async () => {
    const member = await memberOf(call, call.request, ports);
    requirePermission(call.caller, permissionToRemove(member, call.caller.userId));
    const resource = { type: 'member' as const, id: member.userId };
    const before = { email: member.email, role: member.role };
    refuseLastOwner(
      await ports.members.remove(member, auditOf(call, ports.newId, { action: 'member.removed', resource, before })),
    );
    return ok({ id: member.userId, deleted: true });
  });
}

async function memberOf({ caller }: PersonCall, { params }: HttpRequest, { members }: MemberPorts): Promise<Member> {
  const member = await members.get(caller.organizationId, params.id ?? '');
  if (!member) throw notFound();
  return member;
}

function again<T>({ pause }: MemberPorts, work: () => Promise<T>): Promise<T> {
  return againAfterLostRace(TRIES, work, pause);
}

function refuseLastOwner(change: MemberChange): void {
  if (change === 'last-owner') throw new AppError('conflict', PEOPLE_MESSAGES.lastOwner);
}

/** The same 404 for an unknown member and for another organization's member. */
function notFound(): AppError {
  return new AppError('resource_not_found', ERROR_MESSAGES.resource_not_found.address);
}

function ok(json: unknown): HttpResponse {
  return { status: 200, json };
}

function memberResource({ userId, email, name, role, roleFrom, joinedAt }: Member) {
  return { id: userId, email, ...(name !== undefined && { name }), role, role_from: roleFrom, joined_at: joinedAt };
}

function invitationResource({ invitationId, email, role, createdAt, expiresAt }: Invitation) {
  return { id: invitationId, email, role, created_at: createdAt, expires_at: expiresAt };
}
