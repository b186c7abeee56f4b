import type { Rows } from '../../wiring/rows.wiring.ts';
import type { ApiRoute } from '../pipeline/api-route.ts';
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
export function serverRoutes(rows: Rows): ApiRoute[] {
  const { servers, rekeyings, awsWork, enrollments, settings, serviceRoleArn, serviceSecret, newLabel, newId, pause, base62 } =
    rows;
  const stores = { servers, lists: rows.serverLists, releases: rows.releasedKeys, rekeyings, domains: rows.domainLists };
  const ports = { ...stores, awsWork, enrollments, settings, serviceRoleArn, serviceSecret, newLabel, newId, pause, base62 };

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
