import * as z from 'zod/mini';

/** The sweep's input: empty from its schedule, set by `npm start` after an interrupted run. */
export const SweepRequest = z.object({
  /** Makes the relay handle everything written since then again, ISO 8601. */
  redriveSince: z.optional(z.iso.datetime()),
});
export type SweepRequest = z.infer<typeof SweepRequest>;
