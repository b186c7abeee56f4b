import * as z from 'zod/mini';
import { DomainUse } from '../../shared/outbox/outbox.schema.ts';

const common = {
  organizationId: z.string(),
  /** When the next task runs. */
  stepDueAt: z.string(),
  /** Attempts this night. */
  tries: z.int(),
};
/** The counter's `useChanges` just before the count begins. */
const seenChanges = z.int();
/** How many times places had been taken or given back by then. */
const seenPlaces = z.int();

/** The progress of this night's count of an organization's usage. Between two tasks, everything in progress settles. */
export const UseReconciliation = z.discriminatedUnion('task', [
  z.object({ ...common, task: z.literal('begin') }),
  /** `from`: the start of the next page, from DynamoDB. */
  z.object({
    ...common,
    task: z.literal('count'),
    seenChanges,
    seenPlaces,
    counted: DomainUse,
    from: z.optional(z.record(z.string(), z.unknown())),
  }),
  z.object({ ...common, task: z.literal('compare'), seenChanges, seenPlaces, counted: DomainUse }),
]);
export type UseReconciliation = z.infer<typeof UseReconciliation>;
