import * as z from 'zod/mini';
import { Sealed } from '../../shared/secrets/sealed.schema.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';

// The facts of a certificate, the state of its checks, and the data of a certificate request in progress.

/** Instants are ISO 8601 UTC with milliseconds. */
const instant = z.string();

export const CertificateFacts = storedObject({
  serialNumber: z.string(),
  issuer: z.string(),
  notBefore: instant,
  notAfter: instant,
  /** Lower-case hex of the SHA-256 of the certificate's DER. */
  fingerprintSha256: z.string(),
  keyType: z.string(),
  ca: z.string(),
  /** The certificate's id in renewal information (RFC 9773, section 4.1). Absent if it does not name its issuer's key. */
  ariId: z.optional(z.string()),
});
export type CertificateFacts = z.infer<typeof CertificateFacts>;

/**
 * The state of a domain's daily checks for its current certificate. It changes at every check, so it is in an item without
 * indexes. A new certificate begins with an empty state.
 */
export const Watch = storedObject({
  domainId: z.int(),
  /** The certificate that this state belongs to. */
  fingerprintSha256: z.string(),
  /** Absent for a certificate without an id in renewal information. */
  ariId: z.optional(z.string()),
  /** The issuing CA, by name. Absent: the preferred one. */
  ca: z.optional(z.string()),
  /** The renewal window that the CA last suggested, verbatim. */
  window: z.optional(storedObject({ start: z.string(), end: z.string() })),
  /** The CA wants no request before this. */
  askAriAfter: z.optional(instant),
  /** The last check in the domain's own slot of the day. */
  checkedAt: z.optional(instant),
  /** When our certificate was last seen served, and DNS right. */
  servedAt: z.optional(instant),
});
export type Watch = z.infer<typeof Watch>;

const request = {
  /** `creq_…`: created before the order, so that a request that the CA never answered has an id. */
  certificateRequestId: z.string(),
  /** Consecutive failed preflights, up to the number that matters. */
  preflightFailures: z.optional(z.int()),
  /** CAs that are skipped for this name, by name: they have refused it for reasons of their own. */
  passedOver: z.optional(z.array(z.string())),
};
const prepared = {
  ...request,
  /** The slot's grant plus the issuance window: time in the queue for our own rate limit does not count. */
  issuanceDeadlineAt: instant,
  sealedKey: Sealed,
  /** PEM. Created with the key and reused by every repeat, so that a repeat cannot become a second certificate. */
  csr: z.string(),
  /**
   * When the slot for the order was taken, until the order is created. `slotCa`: its CA, by name, if it is not the preferred one.
   */
  slotGrantedAt: z.optional(instant),
  slotCa: z.optional(z.string()),
  preparedAt: z.optional(instant),
  /**
   * CAs, by name: those that CAA records forbid, and those whose names in CAA records are unknown because they did not answer.
   */
  caa: z.optional(storedObject({ forbids: z.optional(z.array(z.string())), unjudged: z.optional(z.array(z.string())) })),
  /** Since when no CA accepts an order: until one does, the issuance window is suspended. */
  haltedAt: z.optional(instant),
};
const ordered = {
  ...prepared,
  /** The CA of the order, by name. Absent: the preferred one. */
  ca: z.optional(z.string()),
  orderUrl: z.string(),
  finalizeUrl: z.string(),
  authorizationUrl: z.string(),
  /** The order names the certificate that it replaces. */
  isReplacement: z.optional(z.boolean()),
  /** The nonce of the CA's last answer: it saves the next step, in another process, a request. */
  spareNonce: z.optional(z.string()),
};

/** The obstacle at the last request to the CA. */
const lastObstacle = {
  /** True once the CA itself was the last obstacle: the deadline then reports certificate_request_failed. */
  lastObstacleWasCa: z.optional(z.boolean()),
  lastAcmeError: z.optional(z.string()),
  /** How many times in a row the CA did not know the order. */
  orderNotFoundTimes: z.optional(z.int()),
};

/** A request that waits for its slot or its preflight. Data of an earlier order of the same request is preserved. */
export const RequestedIssuance = storedObject({
  ...request,
  /** Starts at the first obstacle before any slot was granted: the wait for a server that never connects must end. */
  preflightDeadlineAt: z.optional(instant),
  /** Starts at the first granted slot. */
  issuanceDeadlineAt: z.optional(instant),
  /** Its place in the queue of the CA account (ca-limits/fair-queue.ts): while it has one, there is no execution. */
  place: z.optional(z.string()),
  /** Since when it has waited for a slot, in the queue or without a place. */
  waitsSince: z.optional(instant),
  /** The queue granted a slot, which is not used yet. */
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
