import { setTimeout } from 'node:timers/promises';
import { EMPTY_REPORT } from '../../agent/doctor/service-check.ts';
import { enroll } from '../../agent/enrollment/enroll.ts';
import { describeAwsIdentity, presignIdentity } from '../../agent/machine/aws-identity.gateway.ts';
import { newIdentity } from '../../agent/machine/identity.gateway.ts';
import type { EnrolledIdentity, Identity } from '../../agent/machine/identity.schema.ts';
import { type EdgeService, edgeService, enrollAt, nonceAt } from '../../agent/service/edge.gateway.ts';

/** What the command of the agent gives to an enrolment, without files. */
const MACHINE_PORTS = {
  readHostMarks: async () => ({}),
  askAsEnrolled: (identity: EnrolledIdentity) => edgeService(identity).report(EMPTY_REPORT),
  enrollAt,
  nonceAt,
  presignIdentity,
  describeAwsIdentity,
  wait: (seconds: number) => setTimeout(seconds * 1000),
  nowMs: Date.now,
  jitter: Math.random,
};

/** A machine that enrolls at a site with a token, as the agent enrolls, without its files. Throws where the token is refused. */
export async function machineAt(site: string, token: string): Promise<{ identity: EnrolledIdentity; service: EdgeService }> {
  let identity: Identity | undefined;
  await enroll(
    { site, right: { token }, name: 'test machine', replace: false, retrySeconds: 0 },
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
