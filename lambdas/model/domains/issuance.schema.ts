import * as z from 'zod/mini';
import { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

// What is known of a certificate, what its visits remember, and what a domain's row knows of one that is being requested.

/** Instants are ISO 8601 UTC with milliseconds. */
const instant = z.string();

/** What is known of a certificate that there is. */
export const CertificateFacts = storedObject({
  serialNumber: z.string(),
  issuer: z.string(),
  notBefore: instant,
  notAfter: instant,
  /** Lower-case hex of the SHA-256 of the certificate's DER. */
  fingerprintSha256: z.string(),
  keyType: z.string(),
  ca: z.string(),
  /** What the CA calls it in renewal information (RFC 9773, section 4.1). Absent if it does not name its issuer's key. */
  ariId: z.optional(z.string()),
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;

/**
 * What the visits of a domain remember of its present certificate: what changes at every quiet check, in an item without indexes.
 * A new certificate begins with an empty memory.
 */
export const Watch = storedObject({
  domainId: z.int(),
  /** Of the certificate that all this is about. */
  fingerprintSha256: z.string(),
  /** Absent for a certificate that its CA has no name for in renewal information. */
  ariId: z.optional(z.string()),
  /** The CA that issued it, by name. Absent: the preferred one. */
  ca: z.optional(z.string()),
  /** The window that the CA last suggested for its renewal, word for word. */
  window: z.optional(storedObject({ start: z.string(), end: z.string() })),
  /** The CA does not want to be asked before. */
  askAriAfter: z.optional(instant),
  /** The last visit in the domain's own slot of the day. */
  checkedAt: z.optional(instant),
  /** When our certificate was last seen served, and DNS right. */
  servedAt: z.optional(instant),
});
export type Watch = z.infer<typeof Watch>;

const request = {
  /** `creq_…`: made before the order, so that there is a name for a request the CA never answered. */
  certificateRequestId: z.string(),
  /** Preflights that failed one after another, as far as it matters. */
  preflightFailures: z.optional(z.int()),
  /** CAs that are not asked for this name, by name: they have refused it for reasons of their own. */
  passedOver: z.optional(z.array(z.string())),
};
const prepared = {
  ...request,
  /** The slot's grant plus the issuance window: the queue for our own order budget takes nothing off the window. */
  issuanceDeadlineAt: instant,
  sealedKey: Sealed,
  /** PEM. Made with the key and reused by every repeat, so that a repeat cannot become a second certificate. */
  csr: z.string(),
  /**
   * When the slot for the order was taken, until the order is made; `slotCa`: at which CA, by name, where it is not the preferred
   * one.
   */
  slotGrantedAt: z.optional(instant),
  slotCa: z.optional(z.string()),
  /** When the preflight passed. */
  preparedAt: z.optional(instant),
  /** CAs, by name, that CAA records forbid, and those of which nobody could say: they did not answer what records call them. */
  caa: z.optional(storedObject({ forbids: z.optional(z.array(z.string())), unjudged: z.optional(z.array(z.string())) })),
  /** Since when no CA takes an order: until one does, the issuance window stands still. */
  haltedAt: z.optional(instant),
};
const ordered = {
  ...prepared,
  /** The CA at which the order lies, by name. Absent: the preferred one. */
  ca: z.optional(z.string()),
  orderUrl: z.string(),
  finalizeUrl: z.string(),
  authorizationUrl: z.string(),
  /** The order names the certificate that it replaces. */
  isReplacement: z.optional(z.boolean()),
  /** A nonce that the CA gave with its last answer: the next step, in another process, need not ask for one. */
  spareNonce: z.optional(z.string()),
};

/** What stood in the way when the CA was last asked. */
const lastObstacle = {
  /** True once the CA itself was the last obstacle: the deadline then reports certificate_request_failed. */
  lastObstacleWasCa: z.optional(z.boolean()),
  lastAcmeError: z.optional(z.string()),
  /** How often in a row the CA did not know the order. */
  orderNotFoundTimes: z.optional(z.int()),
};

/** A request that waits for its slot or its preflight; what an earlier order of the same request left is kept. */
export const RequestedIssuance = storedObject({
  ...request,
  /** From the first obstacle before any slot was granted: a server that is never connected must not wait for ever. */
  preflightDeadlineAt: z.optional(instant),
  /** From the first granted slot. */
  issuanceDeadlineAt: z.optional(instant),
  /** Where it stands in the queue of the CA account (ca-limits/fair-queue.ts): there is no execution while it does. */
  place: z.optional(z.string()),
  /** Since when it has waited for a slot, in the queue or without a place. */
  waitsSince: z.optional(instant),
  /** The queue gave it a slot, which it has not used yet. */
  slotGrantedAt: z.optional(instant),
  sealedKey: z.optional(Sealed),
  csr: z.optional(z.string()),
  ...lastObstacle,
});
export const PreparedIssuance = storedObject({ ...prepared, ...lastObstacle });
export const OrderedIssuance = storedObject({ ...ordered, ...lastObstacle });
export const FinalizedIssuance = storedObject({
  ...ordered,
  /** Known once the order is valid. */
  certificateUrl: z.optional(z.string()),
  ...lastObstacle,
});
export type OrderedIssuance = z.infer<typeof OrderedIssuance>;
