import * as z from 'zod/mini';
import { CertificateFacts } from '../domains/domain-row.schema.ts';
import { Sealed } from '../shared/sealed.schema.ts';

/** What a machine's last handshake with itself showed for one hostname. */
const MachineHandshake = z.object({
  /** `sha256:<hex>` of the leaf, or `error:<words>`: one value, so that one condition tells whether it changed. */
  shown: z.string(),
  at: z.string(),
});

/** A certificate that a server is to serve, with its sealed key. Lies in the server's partition. */
export const Certificate = z.object({
  organizationId: z.string(),
  serverId: z.int(),
  hostname: z.string(),
  domainId: z.int(),
  /** `removed` stays for a while as the news that agents must delete it. */
  state: z.enum(['present', 'removed']),
  facts: CertificateFacts,
  chainPem: z.string(),
  sealedKey: Sealed,
  /** Sort key of the index that agents are answered from; absent until the certificate is announced to them. */
  changedAt: z.optional(z.string()),
  /** Set after the server's revision grew, last of the three writes of an announcement. */
  announcedAt: z.optional(z.string()),
  /** By machine id. */
  handshakes: z.record(z.string(), MachineHandshake),
});
export type Certificate = z.infer<typeof Certificate>;
/** One that the index `byChange` answered. */
export type AnnouncedCertificate = Certificate & { changedAt: string };
