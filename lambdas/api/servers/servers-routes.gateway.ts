import { requireVariable } from '../../../contract/stack/environment.ts';
import { workListStore } from '../../model/aws-servers/work-list.store.ts';
import { domainListStore } from '../../model/domains/domain-list.store.ts';
import { enrollmentStore } from '../../model/servers/enrollment/enrollment.store.ts';
import { releasedKeyStore } from '../../model/servers/private-keys/released-key.store.ts';
import { rekeyingStore } from '../../model/servers/rekeying.store.ts';
import { serverStore } from '../../model/servers/server.store.ts';
import { serverListStore } from '../../model/servers/server-list.store.ts';
import { base62, prefixedId, serverLabel } from '../../shared/ids/ids.gateway.ts';
import { briefPause } from '../../shared/time/clock.gateway.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
import type { OpenedApi } from '../pipeline/open-api.gateway.ts';
import { checkServer } from './check-server.ts';
import { createServer } from './create-server.ts';
import { createEnrollment, listEnrollmentTokens, revokeEnrollmentToken } from './enrollment-tokens.ts';
import { getAwsAccess } from './get-aws-access.ts';
import { deleteServer, getServer, listServers } from './list-get-delete-servers.ts';
import { listMachineKeys } from './list-machine-keys.ts';
import { listMachines } from './machines.ts';
import { revokeMachine } from './revoke-machine.ts';
import { updateServer } from './update-server.ts';

/** Everything under /api/servers. */
export function serverRoutes({ settings, table, serviceSecret, environment }: OpenedApi): ApiRoute[] {
  const ports = {
    servers: serverStore(table),
    lists: serverListStore(table),
    releases: releasedKeyStore(table),
    rekeyings: rekeyingStore(table),
    domains: domainListStore(table),
    awsWork: workListStore(table),
    enrollments: enrollmentStore(table),
    settings,
    serviceRoleArn: requireVariable(environment, 'awsServersRoleArn'),
    serviceSecret,
    newLabel: serverLabel,
    newId: prefixedId,
    pause: briefPause,
    base62,
  };

  return [
    createServer(ports),
    listServers(ports),
    getServer(ports),
    updateServer(ports),
    deleteServer(ports),
    checkServer(ports),
    getAwsAccess(ports),
    createEnrollment(ports),
    listMachines(ports),
    revokeMachine(ports),
    listMachineKeys(ports),
    listEnrollmentTokens(ports),
    revokeEnrollmentToken(ports),
  ];
}
