import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { externalIdOf } from '../model/aws-servers/role-policy.ts';
import { SDK_LIMITS } from '../shared/aws/sdk-limits.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { AwsFailure, callAws } from './aws-failure.ts';

/** The organization's role, and the region. */
export interface AccountRole {
  organizationId: string;
  roleArn: string;
  region: string;
}

export interface SessionCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
}

/** Shown in the integrator's CloudTrail. */
const SESSION_NAME = 'certificate-service';
/** AWS's maximum for a role that assumes another ("role chaining"). */
const DURATION_SECONDS = 3_600;
/** More than a run takes. */
const LEFT_AT_LEAST_MS = 300_000;

/**
 * Credentials for integrators' accounts. Each call sends the organization as external id, so that no organization can make the
 * service use another's role (IAM User Guide, "The confused deputy problem"). Credentials are cached in this process until they
 * expire.
 */
export function assumedRoles(clock: Clock, openClient: (region: string) => Pick<STSClient, 'send'> = openSts) {
  const kept = new Map<string, { credentials: SessionCredentials; endsAt: number }>();
  const clients = new Map<string, Pick<STSClient, 'send'>>();

  async function assume({ roleArn, region }: AccountRole, ExternalId: string, DurationSeconds: number) {
    // A session of a regional endpoint is also valid in opt-in regions.
    const client = clients.get(region) ?? openClient(region);
    clients.set(region, client);
    const input = { RoleArn: roleArn, RoleSessionName: SESSION_NAME, ExternalId, DurationSeconds };
    return callAws('sts:AssumeRole', () => client.send(new AssumeRoleCommand(input)));
  }

  return {
    async credentials(role: AccountRole): Promise<SessionCredentials> {
      const name = [role.organizationId, role.roleArn, role.region].join(' ');
      const found = kept.get(name);
      if (found && found.endsAt > clock().getTime() + LEFT_AT_LEAST_MS) return found.credentials;
      const { Credentials } = await assume(role, externalIdOf(role.organizationId), DURATION_SECONDS);
      const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '', Expiration } = Credentials ?? {};
      const credentials = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
      kept.set(name, { credentials, endsAt: Expiration?.getTime() ?? 0 });
      return credentials;
    },

    /** Drops the cached credentials after a change of the role. */
    forget({ organizationId, roleArn, region }: AccountRole): void {
      kept.delete([organizationId, roleArn, region].join(' '));
    },

    /** True when the role can be assumed with a random external id: it then requires none. */
    async acceptsAnyExternalId(role: AccountRole, strangersId: string): Promise<boolean> {
      try {
        await assume(role, strangersId, MIN_SECONDS);
        return true;
      } catch (error) {
        if (error instanceof AwsFailure && !error.later) return false;
        throw error;
      }
    },
  };
}
export type AssumedRoles = ReturnType<typeof assumedRoles>;

/** The session is not used, so it has AWS's shortest duration. */
const MIN_SECONDS = 900;

function openSts(region: string): STSClient {
  return new STSClient({ ...SDK_LIMITS, region });
}
