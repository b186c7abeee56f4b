import { gunzipSync, gzipSync } from 'node:zlib';
import { SEALING_CONTEXT } from '../../../../contract/stack/environment.ts';
import type { Sealed } from '../../../shared/secrets/sealed.schema.ts';
import type { SealingContext } from '../../../shared/secrets/sealing-context.ts';

/** Encrypts and decrypts response bodies: they may hold a secret that is shown once. */
export interface AnswerSeal {
  seal: (organizationId: string, body: string) => Promise<Sealed>;
  open: (organizationId: string, body: Sealed) => Promise<string>;
}

interface SealPorts {
  seal: (plaintext: Buffer, context: SealingContext) => Promise<Sealed>;
  openSealed: (sealed: Sealed, context: SealingContext) => Promise<Buffer>;
}

/**
 * Compresses first: the longest response to completed work is that of 100 domains with 256 KiB of metadata. If nothing of that
 * compresses, its base64 is some 370 kB, within the 400 kB of an item.
 */
export function answerSeal({ seal, openSealed }: SealPorts): AnswerSeal {
  const context = (organizationId: string) => ({
    [SEALING_CONTEXT.organization]: organizationId,
    [SEALING_CONTEXT.purpose]: 'idempotency',
  });
  return {
    seal: (organizationId, body) => seal(gzipSync(body), context(organizationId)),
    open: async (organizationId, body) => gunzipSync(await openSealed(body, context(organizationId))).toString('utf8'),
  };
}
