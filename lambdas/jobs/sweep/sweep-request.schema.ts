import * as z from 'zod/mini';

/** What the sweep is invoked with: by its schedule nothing of this, by `npm start` where an earlier run was stopped. */
export const SweepRequest = z.object({
  /** Have the relay act once more on everything written since then, ISO 8601. */
  redriveSince: z.optional(z.iso.datetime()),
});
export type SweepRequest = z.infer<typeof SweepRequest>;
