import * as z from 'zod/mini';
import { storedObject } from '../../../shared/table/stored-object.schema.ts';
import { Diagnosis, DomainError } from './diagnosis.schema.ts';

/** Instants are ISO 8601 UTC with milliseconds. */
const instant = z.string();

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
  /** How many looks have found it, as far as it matters. */
  times: z.int(),
  /** Too few looks have found it to be sure: it is told to nobody. */
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
  /** A look has not found the CNAME. `renewalPausedAt`: it has been away for so long that no renewal begins until it is back. */
  cname: z.optional(storedObject({ ...observed, renewalPausedAt: z.optional(instant) })),
  /** A look has not seen the certificate served. */
  served: z.optional(ObservedCondition),
  /** A dry run has met what would stop the next renewal. */
  renewal: z.optional(ObservedCondition),
});
export type Conditions = z.infer<typeof Conditions>;
export type ConditionType = keyof Conditions;
