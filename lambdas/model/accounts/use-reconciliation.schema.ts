import * as z from 'zod/mini';
import { DomainUse } from '../../shared/outbox/outbox.schema.ts';

const common = {
  organizationId: z.string(),
  /** When it is looked at next. */
  stepDueAt: z.string(),
  /** How often it was begun this night. */
  tries: z.int(),
};
/** The counter's `useChanges` when the count was about to begin. */
const seenChanges = z.int();
/** How often places had been taken or given back by then. */
const seenPlaces = z.int();

/** How far the count of what an organization uses has come this night. Between two tasks everything under way settles. */
export const UseReconciliation = z.discriminatedUnion('task', [
  z.object({ ...common, task: z.literal('begin') }),
  /** `from`: where the next page begins, as DynamoDB said. */
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
