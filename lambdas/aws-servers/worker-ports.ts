import type { AwsServers } from '../wiring/aws-servers.wiring.ts';
import type { OpenAccount } from './account.gateway.ts';
import type { AssumedRoles } from './assumed-role.gateway.ts';

export type WorkerPorts = Pick<
  AwsServers,
  | ('awsWork' | 'awsServers' | 'certificates' | 'managedTenants' | 'servers')
  | ('releasePrivateKey' | 'wakeAws' | 'newId' | 'newToken' | 'serviceRoleArn' | 'settings' | 'clock' | 'log')
> & { roles: Pick<AssumedRoles, 'acceptsAnyExternalId' | 'forget'>; openAccount: OpenAccount };
