import * as z from 'zod/mini';
import { DIAGNOSIS_CODES, DIAGNOSIS_REASONS, DOMAIN_ERROR_CODES } from '../../../../contract/api/error-codes.ts';
import { storedObject } from '../../../shared/table/stored-object.schema.ts';
import { Evidence } from './evidence.schema.ts';

/** Instants are ISO 8601 UTC with milliseconds. */
const instant = z.string();

/** Of a diagnosis in the table. One that only a later release gives is none: after a rollback its code alone is said. */
export const StoredReason = z.pipe(
  z.string(),
  z.transform((stored) => DIAGNOSIS_REASONS.find((reason) => reason === stored)),
);

/** What a customer reads about a domain; its sentences are made from it when it is shown (copy/en). */
export const Diagnosis = storedObject({
  code: z.enum(DIAGNOSIS_CODES),
  reason: z.optional(StoredReason),
  /** What a wrong CNAME points to, the CA's words, what was seen served: whatever the sentence of the code names. */
  observed: z.optional(z.string()),
  evidence: z.array(Evidence),
  /** When something else was last found than before: later looks that found the same are not written (lifecycle/checks.ts). */
  checkedAt: z.optional(instant),
});
export type Diagnosis = z.infer<typeof Diagnosis>;

export const DomainError = storedObject({
  code: z.enum(DOMAIN_ERROR_CODES),
  details: z.record(z.string(), z.string()),
});
export type DomainError = z.infer<typeof DomainError>;
