import { gunzipSync, gzipSync } from 'node:zlib';
import { SEALING_CONTEXT } from '../../../../contract/stack/sealing-context.ts';
import type { Sealed } from '../../../shared/secrets/sealed.schema.ts';
import { openSealedBytes, type SealingKey, sealBytes } from '../../../shared/secrets/sealing.gateway.ts';

/** Seals the bodies of answers, and opens them again: they may hold a secret that is shown once. */
export interface AnswerSeal {
  seal: (organizationId: string, body: string) => Promise<Sealed>;
  open: (organizationId: string, body: Sealed) => Promise<string>;
}

/**
 * Compressed first: the longest answer to work that was done is that of 100 domains with 256 KiB of metadata. If nothing of that
 * can be compressed, its base64 is some 370 kB, within the 400 kB of an item.
 */
export function sealsAnswers(key: SealingKey): AnswerSeal {
  const context = (organizationId: string) => ({
    [SEALING_CONTEXT.organization]: organizationId,
    [SEALING_CONTEXT.purpose]: 'idempotency',
  });
  return {
    seal: (organizationId, body) => sealBytes(key, gzipSync(body), context(organizationId)),
    open: async (organizationId, body) => gunzipSync(await openSealedBytes(key, body, context(organizationId))).toString('utf8'),
  };
}
