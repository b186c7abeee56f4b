import { type Command, Option } from 'commander';
import { ROLES, type Role } from '../../contract/api/roles.ts';
import { invitationStore } from '../../lambdas/model/accounts/people/invitation.store.ts';
import { newInvitation } from '../../lambdas/model/accounts/people/invitation.ts';
import { requireInvitationQuota } from '../../lambdas/model/accounts/people/invitation-use.ts';
import { mailNoticeStore } from '../../lambdas/model/accounts/people/mail-notice.store.ts';
import { isTestTenant, liveOrganizationOf } from '../../lambdas/model/accounts/tenant.ts';
import { administratorsEntry } from '../../lambdas/shared/audit/audit.schema.ts';
import { base62, prefixedId } from '../../lambdas/shared/ids/ids.gateway.ts';
import { againAfterLostRace } from '../../lambdas/shared/table/lost-race.ts';
import { startFolder, stateDir } from '../../local/machine/state-dir.ts';
import { peopleFile, setPassword } from '../../local/sign-in/people.ts';
import { emailAddress } from './arguments.ts';
import { deployedCa, type Session } from './connect.ts';

const HELP = `
Whoever signs in with this address, verified by the identity provider, is asked whether to join. Where the stage
sends mail (settings.mail), the invitation is mailed, too. In the local cloud the command also makes the account, and prints its
password once. With a Cognito pool, it names the command with which AWS mails a password.`;

/** Retries, because somebody may send an invitation at the same moment. */
const TRIES = 10;

/** Commands for the first people of an organization, who then invite the others. */
export function addPeopleCommands(program: Command, session: Session): void {
  program
    .command('create-user')
    .description('invites a person to an organization, for seven days')
    .requiredOption('--organization <id>', 'the organization')
    .requiredOption('--email <address>', 'the address with which the person signs in', emailAddress)
    .addOption(new Option('--role <role>', 'what the person may do').choices(ROLES).default('owner'))
    .addHelpText('after', HELP)
    .action(async ({ organization, email, role }: { organization: string; email: string; role: Role }) => {
      const { table, accounts, clock, pause, isLocal, userPoolId, settings } = await deployedCa(session);
      if (isTestTenant(organization))
        throw new Error(`People are members of ${liveOrganizationOf(organization)}, and see its test data.`);
      if (!(await accounts.getOrganization(organization))) throw new Error(`There is no organization ${organization}.`);
      const facts = { organizationId: organization, email, role, invitedBy: 'administrator' as const };
      const invitation = newInvitation(prefixedId('inv'), facts, clock());
      const change = {
        action: 'invitation.created',
        resource: { type: 'invitation' as const, id: invitation.invitationId },
        after: { email: invitation.email, role },
      };
      const audit = administratorsEntry(organization, prefixedId('aud'), clock(), change);
      const write = mailNoticeStore(table).invitationWrite(organization, invitation.invitationId, clock());
      const isMailed = settings.mail !== undefined;
      const invitations = invitationStore(table);
      await againAfterLostRace(
        TRIES,
        async () => {
          const use = await invitations.use(organization, clock());
          requireInvitationQuota(use, clock());
          await invitations.create(invitation, audit, use, isMailed ? [write] : []);
        },
        pause,
      );
      session.print({
        invitation_id: invitation.invitationId,
        email: invitation.email,
        role,
        expires_at: invitation.expiresAt,
        is_mailed: isMailed,
        ...(isLocal && { password: localAccount(invitation.email) }),
        ...(userPoolId !== undefined && { next: cognitoCommand(userPoolId, invitation.email) }),
      });
    });
}

function localAccount(email: string): string {
  const password = base62(20);
  setPassword(peopleFile(stateDir(startFolder()).signIn), email, password);
  return password;
}

function cognitoCommand(poolId: string, email: string): string {
  const attributes = `Name=email,Value=${email} Name=email_verified,Value=true`;
  return `aws cognito-idp admin-create-user --user-pool-id ${poolId} --username ${email} --user-attributes ${attributes}`;
}
