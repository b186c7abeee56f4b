import { checkServer } from './check-server.ts';
import { createEnrollment } from './create-enrollment.ts';
import { createServer } from './create-server.ts';
import { deleteServer } from './delete-server.ts';
import { getAwsAccess } from './get-aws-access.ts';
import { getServer } from './get-server.ts';
import { listEnrollmentTokens } from './list-enrollment-tokens.ts';
import { listMachineKeys } from './list-machine-keys.ts';
import { listMachines } from './list-machines.ts';
import { listServers } from './list-servers.ts';
import { revokeEnrollmentToken } from './revoke-enrollment-token.ts';
import { revokeMachine } from './revoke-machine.ts';
import { updateServer } from './update-server.ts';

export const SERVER_OPERATIONS = [
  createServer,
  listServers,
  getServer,
  updateServer,
  deleteServer,
  checkServer,
  getAwsAccess,
  createEnrollment,
  listMachines,
  revokeMachine,
  listMachineKeys,
  listEnrollmentTokens,
  revokeEnrollmentToken,
];
