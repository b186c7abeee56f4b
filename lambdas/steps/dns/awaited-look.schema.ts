import * as z from 'zod/mini';
import { StepInput } from '../../../contract/stack/execution.schema.ts';

/** What the queue carries from one look at a domain's DNS to the next. */
export const AwaitedLook = z.extend(StepInput, {
  /** Whose domain it is: on AWS one organization with many does not hold up the others (fair queues). */
  organizationId: z.string(),
  /** Not before. */
  lookAt: z.string(),
  /** The last look in the domain's row as this message knows it. A row that has a younger one is watched by another message. */
  lastLookAt: z.optional(z.string()),
  /** How many looks in a row have found nothing new, since what is said was said. Absent in what an earlier deployment has sent. */
  quiet: z.optional(z.object({ looks: z.int(), since: z.optional(z.string()) })),
});
export type AwaitedLook = z.infer<typeof AwaitedLook>;
