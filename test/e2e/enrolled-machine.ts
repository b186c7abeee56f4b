import { connection } from './cloud.ts';
import { machineAt } from './machine-at.ts';
import { admin } from './operator.ts';

/** A machine of a server, enrolled like an agent but without files. */
export async function enrolledMachine(serverId: number): ReturnType<typeof machineAt> {
  const where = ['--organization', connection.organization_id, '--server', String(serverId)];
  const { enrollment_token: token = '' } = await admin('create-enrollment', ...where);
  return machineAt(connection.site_url, token);
}
