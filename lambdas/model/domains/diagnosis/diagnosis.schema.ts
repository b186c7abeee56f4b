import * as z from 'zod/mini';
import { DIAGNOSIS_CODES, DIAGNOSIS_REASONS, DOMAIN_ERROR_CODES } from '../../../../contract/api/error-codes.ts';
import { storedObject } from '../../../shared/table/stored-object.schema.ts';

const EVIDENCE_KINDS = ['dns', 'http', 'tls', 'acme', 'caa'] as const;

/** An answer from outside. Strangers wrote it: conditions.ts cuts and cleans it before it is stored. */
export const Evidence = storedObject({
  kind: z.enum(EVIDENCE_KINDS),
  /** The question, for example `CNAME shop.example.com` or `GET http://shop.example.com/.well-known/…`. */
  asked: z.string(),
  server: z.optional(z.string()),
  answer: z.string(),
  /** ISO 8601 UTC with milliseconds. */
  at: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

/** Instants are ISO 8601 UTC with milliseconds. */
const instant = z.string();

/** A stored reason. One that only a later release knows is dropped: after a rollback only its code is shown. */
export const StoredReason = z.pipe(
  z.string(),
  z.transform((stored) => DIAGNOSIS_REASONS.find((reason) => reason === stored)),
);

/** Another server of the domain's organization, to which its CNAME leads. The name is that at the time of the check. */
const OtherServer = storedObject({ id: z.int(), name: z.optional(z.string()) });
export type OtherServer = z.infer<typeof OtherServer>;

/** A domain's diagnosis for customers; its texts are made from it when it is shown (copy/en). */
export const Diagnosis = storedObject({
  code: z.enum(DIAGNOSIS_CODES),
  reason: z.optional(StoredReason),
  /** What the text of the code names: a wrong CNAME's target, the CA's text, the certificate that was served. */
  observed: z.optional(z.string()),
  otherServer: z.optional(OtherServer),
  evidence: z.array(Evidence),
  /** When the finding last changed: later checks with the same finding are not written (lifecycle/check-times.ts). */
  checkedAt: z.optional(instant),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

export const DomainError = storedObject({
  code: z.enum(DOMAIN_ERROR_CODES),
  details: z.record(z.string(), z.string()),
});
export type DomainError = z.infer<typeof DomainError>;

/** Instants are ISO 8601 UTC with milliseconds. */

const condition = {
  /** The start of the condition. */
  since: instant,
  /** The last finding, with its evidence. */
  found: Diagnosis,
  error: z.optional(DomainError),
};
export const Condition = storedObject(condition);
export type Condition = z.infer<typeof Condition>;

const observed = {
  ...condition,
  /** How many checks have found it, up to the number that matters. */
  times: z.int(),
  /** Too few checks have found it to be sure: it is not shown. */
  isSuspected: z.optional(z.literal(true)),
};
/** Trouble found by checks of a domain at rest (lifecycle/observe.ts). */
export const ObservedCondition = storedObject(observed);
export type ObservedCondition = z.infer<typeof ObservedCondition>;

/** A domain's problems by type, each independent of the others. None: all is well at the domain's stage. */
export const Conditions = storedObject({
  /** Blocks the current step. */
  obstacle: z.optional(Condition),
  /** How the last request for validation or for a certificate failed. */
  failure: z.optional(Condition),
  /** The certificate expired before another was served. */
  expiry: z.optional(Condition),
  /** Only the server's own agent has seen the certificate served. */
  unseen: z.optional(Condition),
  /**
   * A check has not found the CNAME. `renewalPausedAt`: it has been missing for so long that no renewal begins until it is back.
   */
  cname: z.optional(storedObject({ ...observed, renewalPausedAt: z.optional(instant) })),
  /** Machines of its server have been silent for too long (model/servers/server.ts). */
  silent: z.optional(ObservedCondition),
  /** A check has not seen the certificate served. */
  served: z.optional(ObservedCondition),
  /** A dry run has met what would stop the next renewal. */
  renewal: z.optional(ObservedCondition),
});
export type Conditions = z.infer<typeof Conditions>;
export type ConditionType = keyof Conditions;
