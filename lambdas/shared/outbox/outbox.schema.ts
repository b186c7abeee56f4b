import * as z from 'zod/mini';
import { EVENT_NAMES } from '../contract/events.ts';
import { STEP_NAMES, type StepName } from '../contract/steps.ts';

/**
 * One thing that a committed write asks for: an execution to be started, or an event to be told. It is written in the
 * write's own transaction; the relay alone acts on it, and acting twice does no harm.
 */
export const OutboxEntry = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('execution'),
    id: z.string(),
    createdAt: z.string(),
    organizationId: z.string(),
    domainId: z.int(),
    attempt: z.int(),
    step: z.enum(STEP_NAMES as [StepName, ...StepName[]]),
  }),
  z.object({
    kind: z.literal('event'),
    id: z.string(),
    createdAt: z.string(),
    organizationId: z.string(),
    domainId: z.int(),
    event: z.enum(EVENT_NAMES),
    /** False where the domain asks for no webhooks: the event log still has it. */
    notify: z.boolean(),
    /** The domain as the API showed it in that transaction. */
    data: z.record(z.string(), z.unknown()),
  }),
]);
export type OutboxEntry = z.infer<typeof OutboxEntry>;
