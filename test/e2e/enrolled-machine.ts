import { type EdgeService, edgeService, enrollAt } from '../../agent/edge.gateway.ts';
import { enroll } from '../../agent/enroll.ts';
import { newIdentity } from '../../agent/identity.gateway.ts';
import type { EnrolledIdentity, Identity } from '../../agent/identity.schema.ts';
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
