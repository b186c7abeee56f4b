import { setTimeout } from 'node:timers/promises';
import { EMPTY_REPORT } from '../../agent/doctor/service-check.ts';
import { enroll } from '../../agent/enrollment/enroll.ts';
import { describeAwsIdentity, presignIdentity } from '../../agent/machine/aws-identity.gateway.ts';
import { newIdentity } from '../../agent/machine/identity.gateway.ts';
import type { EnrolledIdentity, Identity } from '../../agent/machine/identity.schema.ts';
import { type EdgeService, edgeService, enrollAt, nonceAt } from '../../agent/service/edge.gateway.ts';

/** The ports of the agent's enroll command, without files. */
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

/** Enrolls a machine at a site with a token, without files. Throws if the token is rejected. */
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
