import { enroll } from '../../agent/enrollment/enroll.ts';
import { newIdentity } from '../../agent/machine/identity.gateway.ts';
import type { EnrolledIdentity, Identity } from '../../agent/machine/identity.schema.ts';
import { type EdgeService, edgeService, enrollAt } from '../../agent/service/edge.gateway.ts';
import { connection } from './cloud.ts';
import { admin } from './operator.ts';

/** A machine of a server, enrolled as the agent enrolls, without its files. */
export async function enrolledMachine(serverId: number): Promise<{ identity: EnrolledIdentity; service: EdgeService }> {
  const where = ['--organization', connection.organization_id, '--server', String(serverId)];
  const { enrollment_token: token = '' } = await admin('create-enrollment', ...where);
  let identity: Identity | undefined;
  await enroll(
    { site: connection.site_url, token, name: 'test machine', replace: false },
    {
      readIdentity: async () => undefined,
      writeIdentity: async (written) => {
        identity = written;
      },
      newIdentity,
      enrollAt,
      log: () => {},
    },
  );
  return { identity: identity as EnrolledIdentity, service: edgeService(identity as EnrolledIdentity) };
}
