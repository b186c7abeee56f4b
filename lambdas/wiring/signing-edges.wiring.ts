import { S3Client } from '@aws-sdk/client-s3';
import { requireVariable } from '../../contract/stack/environment.ts';
import { signedDays } from '../shared/audit/signed-days.gateway.ts';
import { SDK_LIMITS } from '../shared/aws/sdk-limits.ts';
import { kmsDigestSigner } from '../shared/secrets/kms.gateway.ts';
import type { Edges, SigningEdges } from './edges.ts';
import { lazily } from './lazily.ts';

/** Adds the audit's signing key and its bucket of signed days. */
export function withSigning(edges: Edges, environment: NodeJS.ProcessEnv): SigningEdges {
  return lazily(
    {
      signedDays: () => {
        // The local cloud serves buckets by path only.
        const s3 = new S3Client({ ...SDK_LIMITS, forcePathStyle: environment.AWS_ENDPOINT_URL !== undefined });
        return signedDays(s3, requireVariable(environment, 'auditDaysBucket'));
      },
      signDigest: () => kmsDigestSigner(requireVariable(environment, 'auditKeyId')),
    },
    edges,
  );
}
