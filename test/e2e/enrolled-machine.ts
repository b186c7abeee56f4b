import { setTimeout } from 'node:timers/promises';
import { EMPTY_REPORT } from '../../agent/doctor/service-check.ts';
import { enroll } from '../../agent/enrollment/enroll.ts';
import { askWhoThisIs, presignIdentity } from '../../agent/machine/aws-identity.gateway.ts';
import { newIdentity } from '../../agent/machine/identity.gateway.ts';
import type { EnrolledIdentity, Identity } from '../../agent/machine/identity.schema.ts';
import { type EdgeService, edgeService, enrollAt, nonceAt } from '../../agent/service/edge.gateway.ts';
import { connection } from './cloud.ts';
import { admin } from './operator.ts';

/** What the command of the agent gives to an enrolment, without files. */
const MACHINE_PORTS = {
  readHostMarks: async () => ({}),
  askAsEnrolled: (identity: EnrolledIdentity) => edgeService(identity).report(EMPTY_REPORT),
  enrollAt,
  nonceAt,
  presignIdentity,
  askWhoThisIs,
  wait: (seconds: number) => setTimeout(seconds * 1000),
  nowMs: Date.now,
  jitter: Math.random,
};

/** A machine of a server, enrolled as the agent enrolls, without its files. */
export async function enrolledMachine(serverId: number): Promise<{ identity: EnrolledIdentity; service: EdgeService }> {
  const where = ['--organization', connection.organization_id, '--server', String(serverId)];
  const { enrollment_token: token = '' } = await admin('create-enrollment', ...where);
  let identity: Identity | undefined;
  await enroll(
    { site: connection.site_url, right: { token }, name: 'test machine', replace: false, retrySeconds: 0 },
    {
      readIdentity: async () => undefined,
      writeIdentity: async (written) => {
        identity = written;
      },
      newIdentity,
      ...MACHINE_PORTS,
      log: () => {},
    },
  );
  return { identity: identity as EnrolledIdentity, service: edgeService(identity as EnrolledIdentity) };
}
