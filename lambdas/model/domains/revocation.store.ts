import * as z from 'zod/mini';
import { keys } from '../../shared/table/keys.ts';
import type { TableReads, Write } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import type { Revocation } from './domain-row.schema.ts';

export const ToRevoke = z.object({ leafPem: z.string(), fingerprintSha256: z.string() });

/** How long an expired certificate is stored: nobody revokes it any more. */
const KEPT_SECONDS = 86_400;

/**
 * Certificates to be revoked. A CA needs the whole certificate (RFC 8555, section 7.6), which its servers have already replaced.
 */
export function revocationStore(table: TableReads) {
  return {
    putWrite(domainId: number, leafPem: string, { fingerprintSha256, notAfter }: Revocation): Write {
      const expiresAtSeconds = expirySeconds(new Date(notAfter), KEPT_SECONDS);
      return table.putWrite({ ...keys.revocation(domainId), leafPem, fingerprintSha256, expiresAtSeconds });
    },

    /** Its PEM. Throws if it is missing or another one: it was written with the row that names it. */
    async getLeaf(domainId: number, { fingerprintSha256 }: Revocation): Promise<string> {
      const item = await table.get(keys.revocation(domainId));
      const kept = item && ToRevoke.parse(item);
      if (kept?.fingerprintSha256 !== fingerprintSha256)
        throw new Error(`the certificate of domain ${domainId} that is to be revoked is not in the table`);
      return kept.leafPem;
    },

    deleteWrite(domainId: number): Write {
      return table.deleteWrite(keys.revocation(domainId));
    },
  };
}
export type RevocationStore = ReturnType<typeof revocationStore>;
