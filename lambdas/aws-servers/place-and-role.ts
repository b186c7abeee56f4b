import type { AwsPlace } from '../model/aws-servers/work-list.schema.ts';
import { placeAtAws } from '../model/servers/aws-installer.ts';
import type { AwsServer } from '../model/servers/server.schema.ts';
import type { AccountRole } from './assumed-role.gateway.ts';

/** A deleted server's id may belong to another server in another account, which has none of the old server's resources. */
export function isSamePlace(one: AwsPlace, other: AwsPlace): boolean {
  return one.accountId === other.accountId && one.region === other.region;
}

export function roleOf(server: AwsServer): AccountRole {
  return { organizationId: server.organizationId, roleArn: server.roleArn, region: placeAtAws(server).region };
}
