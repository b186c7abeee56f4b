import type { KMSClient } from '@aws-sdk/client-kms';
import { SDK_LIMITS } from '../aws/sdk-limits.ts';

type Kms = typeof import('@aws-sdk/client-kms') & { client: KMSClient };

/**
 * For as long as the process lives: the client keeps its connections. It is read and made by the first call: most runs need none, and 29 kB would
 * lengthen every cold start.
 */
export function lazyKms(): () => Promise<Kms> {
  let opened: Promise<Kms> | undefined;
  const open = async () => {
    const sdk = await import('@aws-sdk/client-kms');
    return { ...sdk, client: new sdk.KMSClient(SDK_LIMITS) };
  };
  return () => {
    opened ??= open();
    return opened;
  };
}
