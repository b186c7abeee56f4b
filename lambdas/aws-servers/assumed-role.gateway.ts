import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts';
import { externalIdOf } from '../model/aws-servers/role-policy.ts';
import { SDK_LIMITS } from '../shared/aws/sdk-limits.ts';
import type { Clock } from '../shared/time/clock.gateway.ts';
import { AwsFailure, callAws } from './aws-failure.ts';

/** For whom the service works, and where. */
export interface RoleThere {
  organizationId: string;
  roleArn: string;
  region: string;
}

/** Of a session of the role. */
export interface SessionCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
}

/** In the integrator's CloudTrail. */
const SESSION_NAME = 'certificate-service';
/** AWS takes no more of a role that assumes another ("role chaining"). */
const DURATION_SECONDS = 3_600;
/** What a run may take, and more. */
const LEFT_AT_LEAST_MS = 300_000;

/**
 * Credentials in integrators' accounts. Each call names the organization as external id: none can have the service use a role of
 * another (IAM User Guide, "The confused deputy problem"). Credentials are kept as long as this process, and they, last.
 */
export function assumesRoles(clock: Clock, openClient: (region: string) => Pick<STSClient, 'send'> = openSts) {
  const kept = new Map<string, { credentials: SessionCredentials; endsAt: number }>();
  const clients = new Map<string, Pick<STSClient, 'send'>>();

  async function assume({ roleArn, region }: RoleThere, ExternalId: string, DurationSeconds: number) {
    // A session of the region's own endpoint also holds in regions that an account has to turn on.
    const client = clients.get(region) ?? openClient(region);
    clients.set(region, client);
    const input = { RoleArn: roleArn, RoleSessionName: SESSION_NAME, ExternalId, DurationSeconds };
    return callAws('sts:AssumeRole', () => client.send(new AssumeRoleCommand(input)));
  }

  return {
    async credentials(role: RoleThere): Promise<SessionCredentials> {
      const name = [role.organizationId, role.roleArn, role.region].join(' ');
      const found = kept.get(name);
      if (found && found.endsAt > clock().getTime() + LEFT_AT_LEAST_MS) return found.credentials;
      const { Credentials } = await assume(role, externalIdOf(role.organizationId), DURATION_SECONDS);
      const { AccessKeyId = '', SecretAccessKey = '', SessionToken = '', Expiration } = Credentials ?? {};
      const credentials = { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey, sessionToken: SessionToken };
      kept.set(name, { credentials, endsAt: Expiration?.getTime() ?? 0 });
      return credentials;
    },

    /** Whoever may have to ask anew, as the role was changed. */
    forget({ organizationId, roleArn, region }: RoleThere): void {
      kept.delete([organizationId, roleArn, region].join(' '));
    },

    /** Whether the role can be assumed with an external id that is nobody's: then it demands none. */
    async isOpenToOthers(role: RoleThere, strangersId: string): Promise<boolean> {
      try {
        await assume(role, strangersId, SHORTEST_SECONDS);
        return true;
      } catch (error) {
        if (error instanceof AwsFailure && !error.later) return false;
        throw error;
      }
    },
  };
}
export type AssumedRoles = ReturnType<typeof assumesRoles>;

/** What is not used lasts as short as AWS lets it. */
const SHORTEST_SECONDS = 900;

function openSts(region: string): STSClient {
  return new STSClient({ ...SDK_LIMITS, region });
}
