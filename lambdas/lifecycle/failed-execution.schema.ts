import * as z from 'zod/mini';

/** Step Functions' status event on EventBridge, as far as we read it. */
export const FailedExecution = z.object({ detail: z.object({ name: z.string(), status: z.string() }) });
