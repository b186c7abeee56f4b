import { S3Client } from '@aws-sdk/client-s3';
import middy from '@middy/core';
import { requireVariable } from '../../contract/stack/environment.ts';
import { sealStore } from '../shared/audit/seal.store.ts';
import { signedDays } from '../shared/audit/signed-days.gateway.ts';
import { SDK_LIMITS } from '../shared/aws/sdk-limits.ts';
import { killedWhenLate, logContext } from '../shared/middleware/middleware.ts';
import { buildRuntime } from '../shared/runtime/runtime.gateway.ts';
import { kmsDigestSigner } from '../shared/secrets/kms.gateway.ts';
import { signDays } from './sign-days.ts';

const { table, clock, log, logAbout } = buildRuntime(process.env);
/** The local cloud answers for a bucket by its path only. */
const forcePathStyle = process.env.AWS_ENDPOINT_URL !== undefined;
const ports = {
  seals: sealStore(table),
  days: signedDays(new S3Client({ ...SDK_LIMITS, forcePathStyle }), requireVariable(process.env, 'auditDaysBucket')),
  sign: kmsDigestSigner(requireVariable(process.env, 'auditKeyId')),
  clock,
};

/** By schedule: most wake-ups find nothing to sign, with two requests. */
export const handler = middy<unknown, void>(killedWhenLate)
  .use(logContext(logAbout))
  .handler(async () => {
    const days = await signDays(ports);
    if (days.length > 0) log('info', 'heads of the audit signed', { days });
  });
