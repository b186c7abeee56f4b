import * as z from 'zod/mini';
import { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { keys } from '../../shared/table/keys.ts';
import type { TableReads, Write } from '../../shared/table/table.store.ts';
import { expirySeconds } from '../../shared/time/instant.ts';
import { CertificateFacts, type Domain } from '../domains/domain-row.schema.ts';
import type { Certificate } from './certificate.schema.ts';

export const FormerCertificate = z.object({ facts: CertificateFacts, chainPem: z.string(), sealedKey: Sealed });
export type FormerCertificate = z.infer<typeof FormerCertificate>;

type Served = Pick<Domain, 'id' | 'certificate'>;

/** How long one that has ended is kept: nobody puts it back or revokes it any more. */
const KEPT_SECONDS = 86_400;

/**
 * The certificates that domains are served while a renewal is before its server, until it is seen there: to be put back if the server
 * cannot serve the new one, and to be revoked.
 */
export function formerCertificateStore(table: TableReads) {
  return {
    /** For the transaction that puts another in its place: nothing, where `present` is not the one that the domain is served. */
    putWrites({ id, certificate }: Served, present: Certificate | undefined): Write[] {
      if (present?.state !== 'present' || present.domainId !== id) return [];
      if (present.facts.fingerprintSha256 !== certificate?.fingerprintSha256) return [];
      const { facts, chainPem, sealedKey } = present;
      const expiresAtSeconds = expirySeconds(new Date(facts.notAfter), KEPT_SECONDS);
      return [table.putWrite({ ...keys.formerCertificate(id), facts, chainPem, sealedKey, expiresAtSeconds })];
    },

    /** Undefined too where another is kept than the one that the domain is served. */
    async get({ id, certificate }: Served): Promise<FormerCertificate | undefined> {
      const item = await table.get(keys.formerCertificate(id));
      const kept = item && FormerCertificate.parse(item);
      return kept?.facts.fingerprintSha256 === certificate?.fingerprintSha256 ? kept : undefined;
    },

    deleteWrite(domainId: number): Write {
      return table.deleteWrite(keys.formerCertificate(domainId));
    },
  };
}
export type FormerCertificateStore = ReturnType<typeof formerCertificateStore>;
