import * as z from 'zod/mini';
import { DIAGNOSIS_CODES, DIAGNOSIS_REASONS, DOMAIN_ERROR_CODES } from '../../../../contract/api/error-codes.ts';
import { storedObject } from '../../../shared/table/stored-object.schema.ts';

const EVIDENCE_KINDS = ['dns', 'http', 'tls', 'acme', 'caa'] as const;

/** What somebody outside answered us. Written by strangers: cut and cleaned by conditions.ts before it is stored. */
export const Evidence = storedObject({
  kind: z.enum(EVIDENCE_KINDS),
  /** What was asked, for example `CNAME shop.example.com` or `GET http://shop.example.com/.well-known/…`. */
  asked: z.string(),
  server: z.optional(z.string()),
  answer: z.string(),
  /** ISO 8601 UTC with milliseconds. */
  at: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

/** Instants are ISO 8601 UTC with milliseconds. */
const instant = z.string();

/** Of a diagnosis in the table. One that only a later release gives is none: after a rollback its code alone is said. */
export const StoredReason = z.pipe(
  z.string(),
  z.transform((stored) => DIAGNOSIS_REASONS.find((reason) => reason === stored)),
);

/** Another server of the domain's organization, to which its CNAME leads. Its name is that of when it was found. */
const OtherServer = storedObject({ id: z.int(), name: z.optional(z.string()) });
export type OtherServer = z.infer<typeof OtherServer>;

/** What a customer reads about a domain; its sentences are made from it when it is shown (copy/en). */
export const Diagnosis = storedObject({
  code: z.enum(DIAGNOSIS_CODES),
  reason: z.optional(StoredReason),
  /** What a wrong CNAME points to, the CA's words, what was seen served: whatever the sentence of the code names. */
  observed: z.optional(z.string()),
  otherServer: z.optional(OtherServer),
  evidence: z.array(Evidence),
  /**
   * When something else was last found than before: later checks that found the same are not written (lifecycle/check-times.ts).
   */
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
  /** Since when it has been so. */
  since: instant,
  /** What was found last, with its evidence. */
  found: Diagnosis,
  error: z.optional(DomainError),
};
export const Condition = storedObject(condition);
export type Condition = z.infer<typeof Condition>;

const observed = {
  ...condition,
  /** How many checks have found it, as far as it matters. */
  times: z.int(),
  /** Too few checks have found it to be sure: it is told to nobody. */
  isSuspected: z.optional(z.literal(true)),
};
/** Trouble that looks at a domain at rest have found (lifecycle/observe.ts). */
export const ObservedCondition = storedObject(observed);
export type ObservedCondition = z.infer<typeof ObservedCondition>;

/** What is wrong with a domain, by type, each whatever the others are. None: all is well, as far as the domain has come. */
export const Conditions = storedObject({
  /** Stands in the way of the step that is at work. */
  obstacle: z.optional(Condition),
  /** How the last request for validation or for a certificate failed. */
  failure: z.optional(Condition),
  /** The certificate has ended before another was served. */
  expiry: z.optional(Condition),
  /** Only the server's own agent has seen the certificate served. */
  unseen: z.optional(Condition),
  /** A check has not found the CNAME. `renewalPausedAt`: it has been away for so long that no renewal begins until it is back. */
  cname: z.optional(storedObject({ ...observed, renewalPausedAt: z.optional(instant) })),
  /** Machines of its server have not asked the service for too long (model/servers/server.ts). */
  silent: z.optional(ObservedCondition),
  /** A check has not seen the certificate served. */
  served: z.optional(ObservedCondition),
  /** A dry run has met what would stop the next renewal. */
  renewal: z.optional(ObservedCondition),
});
export type Conditions = z.infer<typeof Conditions>;
export type ConditionType = keyof Conditions;
