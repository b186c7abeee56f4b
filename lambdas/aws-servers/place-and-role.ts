import type { AwsPlace } from '../model/aws-servers/work-list.schema.ts';
import { placeAtAws } from '../model/servers/aws-installer.ts';
import type { AwsServer } from '../model/servers/server.schema.ts';
import type { RoleThere } from './assumed-role.gateway.ts';

/** The id of a deleted server may be that of another by now, in another account, where nothing of the former's is. */
export function isSamePlace(one: AwsPlace, other: AwsPlace): boolean {
  return one.accountId === other.accountId && one.region === other.region;
}

/** As whom the service works for a server. */
export function roleOf(server: AwsServer): RoleThere {
  return { organizationId: server.organizationId, roleArn: server.roleArn, region: placeAtAws(server).region };
}
