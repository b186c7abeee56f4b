import * as z from 'zod/mini';
import { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { CertificateFacts } from '../domains/issuance.schema.ts';
import { AwsProblem } from './server.schema.ts';

const text = z.string();
const optionalText = z.optional(text);

/** What a machine's last handshake with itself showed for one hostname. */
const MachineHandshake = z.object({
  /** `sha256:<hex>` of the leaf, or `error:<words>`: one value, so that one condition tells whether it changed. */
  shown: text,
  at: text,
});

/** A certificate in AWS Certificate Manager, in the account of its server. A renewal takes its place under the same ARN. */
const CertificateAtAws = z.object({
  /** Before the first import. If there is no ARN, a run died in between: nobody knows whether there is a certificate. */
  notedAt: optionalText,
  certificateArn: optionalText,
  /** Of what was imported last, and how long that is valid. */
  fingerprintSha256: optionalText,
  notAfter: optionalText,
  importedAt: optionalText,
  /** When its listener got it, after that. */
  attachedAt: optionalText,
  /** Why it is not as it is to be. */
  problem: z.optional(AwsProblem),
});
export type CertificateAtAws = z.infer<typeof CertificateAtAws>;

const common = {
  organizationId: text,
  serverId: z.int(),
  hostname: text,
  domainId: z.int(),
  /** The domain's attempt that put it here: one that is put here again is not mistaken for one that is to be taken away. */
  attempt: z.int(),
  facts: CertificateFacts,
  /** Where it stands in the list of changes that agents are answered from; absent until it is announced to them. */
  changedAt: optionalText,
  /**
   * Where the hostname stands in that list, be it by this certificate or by the one before it: an announcement takes its place.
   */
  listedAt: optionalText,
  /** Set after the server's revision grew, last of the three writes of an announcement. */
  announcedAt: optionalText,
  /** The server's revision then: a machine that has come so far has it. */
  announcedRevision: z.optional(z.int()),
  /** By machine id, of agents that report each handshake. */
  handshakes: z.record(text, MachineHandshake),
  /** Of servers in AWS accounts. It stays when another certificate takes this one's place. */
  atAws: z.optional(CertificateAtAws),
  /** The one before it was not seen served: somebody may have detached it, so this one is attached anew. */
  wasNotServed: z.optional(z.literal(true)),
};

/** A certificate that a server is to serve, with its sealed key. Lies in the server's partition. */
export const Certificate = z.discriminatedUnion('state', [
  z.object({ ...common, state: z.literal('present'), chainPem: text, sealedKey: Sealed }),
  /** Stays for a while as the news that agents must delete it. It has no key, so that none can be released. */
  z.object({ ...common, state: z.literal('removed') }),
  /** CloudFront's own, at the tenant of its hostname (`managed-tenant.store.ts`): nobody here has its key. No agent has any. */
  z.object({ ...common, state: z.literal('managed') }),
]);
export type Certificate = z.infer<typeof Certificate>;
export type PresentCertificate = Extract<Certificate, { state: 'present' }>;
/** One that is to be served, whoever has its key. */
export type ServableCertificate = Exclude<Certificate, { state: 'removed' }>;
/**
 * How long the row of a removed one stays. An agent that was away for longer misses the news, and keeps what it has. To read old
 * news does no harm: nobody compares this.
 */
export const REMOVED_KEPT_SECONDS = 30 * 86_400;
/** What a domain has put at its server, by its own attempt. */
export type CertificateToInstall = Omit<
  PresentCertificate,
  'state' | 'changedAt' | 'listedAt' | 'announcedAt' | 'announcedRevision' | 'handshakes' | 'atAws'
>;
/** What an installer sees that needs no private key. */
export type CertificateWithoutKey = Omit<Certificate, 'chainPem' | 'sealedKey'>;
/** One that stands in the list of changes. */
export type AnnouncedCertificate = Certificate & { changedAt: string };

/** How a certificate's item writes down that a machine showed the certificate of this fingerprint. */
export function shownCertificate(fingerprintSha256: string): string {
  return `sha256:${fingerprintSha256}`;
}
