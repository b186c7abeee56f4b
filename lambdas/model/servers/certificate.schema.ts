import * as z from 'zod/mini';
import { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { CertificateFacts } from '../domains/issuance.schema.ts';
import { AwsProblem } from './server.schema.ts';

const text = z.string();
const optionalText = z.optional(text);

/** The result of a machine's last handshake with itself for one hostname. */
const MachineHandshake = z.object({
  /** `sha256:<hex>` of the leaf, or `error:<words>`: one value, so that one condition detects a change. */
  shown: text,
  at: text,
});

/** A certificate in AWS Certificate Manager, in the account of its server. A renewal replaces it under the same ARN. */
const CertificateAtAws = z.object({
  /** Written before the first import. If there is no ARN, the run died in between: a certificate may or may not exist. */
  notedAt: optionalText,
  certificateArn: optionalText,
  /** The certificate that was imported last, and its expiry. */
  fingerprintSha256: optionalText,
  notAfter: optionalText,
  importedAt: optionalText,
  /** When its listener got that certificate. */
  attachedAt: optionalText,
  /** Why the actual state differs from the wanted one. */
  problem: z.optional(AwsProblem),
});
export type CertificateAtAws = z.infer<typeof CertificateAtAws>;

const common = {
  organizationId: text,
  serverId: z.int(),
  hostname: text,
  domainId: z.int(),
  /** The domain's attempt that stored it: a reinstalled certificate must not be confused with one to be removed. */
  attempt: z.int(),
  facts: CertificateFacts,
  /** Its position in the list of changes for agents; absent until it is announced to them. */
  changedAt: optionalText,
  /** The hostname's position in that list, through this certificate or the previous one: an announcement replaces it. */
  listedAt: optionalText,
  /** Set after the server's revision grew, as the last of an announcement's three writes. */
  announcedAt: optionalText,
  /** The server's revision at that time: a machine at this revision has the certificate. */
  announcedRevision: z.optional(z.int()),
  /** By machine id, for agents that report each handshake. */
  handshakes: z.record(text, MachineHandshake),
  /** For servers in AWS accounts. It survives when another certificate replaces this one. */
  atAws: z.optional(CertificateAtAws),
  /** The previous certificate was not seen served: somebody may have detached it, so this one is attached anew. */
  wasNotServed: z.optional(z.literal(true)),
};

/** A certificate for a server, with its sealed key. It is in the server's partition. */
export const Certificate = z.discriminatedUnion('state', [
  z.object({ ...common, state: z.literal('present'), chainPem: text, sealedKey: Sealed }),
  /** Remains for a while to tell agents to delete it. It has no key, so that none can be released. */
  z.object({ ...common, state: z.literal('removed') }),
  /**
   * CloudFront's own, at the tenant of its hostname (`managed-tenant.store.ts`): the service does not have its key. No agent has
   * any.
   */
  z.object({ ...common, state: z.literal('managed') }),
]);
export type Certificate = z.infer<typeof Certificate>;
export type PresentCertificate = Extract<Certificate, { state: 'present' }>;
/** A certificate to be served, whoever has its key. */
export type ServableCertificate = Exclude<Certificate, { state: 'removed' }>;
/**
 * How long the row of a removed certificate remains. An agent that was offline for longer misses the removal, and keeps its copy.
 * Repeated removals are harmless.
 */
export const REMOVED_KEPT_SECONDS = 30 * 86_400;
/** A certificate that a domain installs, by its own attempt. */
export type CertificateToInstall = Omit<
  PresentCertificate,
  'state' | 'changedAt' | 'listedAt' | 'announcedAt' | 'announcedRevision' | 'handshakes' | 'atAws'
>;
/** The fields for installers that need no private key. */
export type CertificateWithoutKey = Omit<Certificate, 'chainPem' | 'sealedKey'>;
export type AnnouncedCertificate = Certificate & { changedAt: string };

/** The value in a certificate's item for a machine that serves the certificate with this fingerprint. */
export function handshakeResultOf(fingerprintSha256: string): string {
  return `sha256:${fingerprintSha256}`;
}
