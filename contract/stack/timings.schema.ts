import * as z from 'zod/mini';

const seconds = z.int().check(z.minimum(0));

/**
 * All intervals and windows of the lifecycle in seconds. They travel in the execution's input, so one definition runs at any
 * speed. Retry intervals grow with the age of their window, to 300 or 3,600 s (lifecycle/pace.ts). lib/stage/stage-texts.ts
 * explains the fields.
 */
export const Timings = z.object({
  dnsCheckIntervalSeconds: seconds,
  /** Absent: the check interval does not grow. */
  dnsCheckLongestSeconds: z.optional(seconds),
  dnsWindowSeconds: seconds,
  dnsWaitStateSeconds: z._default(seconds, 3600),
  issuanceWindowSeconds: seconds,
  installWindowSeconds: seconds,
  orderPollSeconds: seconds,
  caRetrySeconds: seconds,
  validationRetrySeconds: seconds,
  preflightRetrySeconds: seconds,
  installPollSeconds: seconds,
  retirePauseSeconds: z._default(seconds, 3600),
  /** Up to 72 s until an idle agent polls (60 s and a fifth), and 18 s to store, reload and serve the certificate. */
  renewalLookSeconds: z._default(seconds, 90),
  /**
   * Every domain with a certificate is visited once in this period, in its slot. A shorter period would have slots too close for
   * a clock to tell apart.
   */
  watchDaySeconds: z._default(z.int().check(z.minimum(60)), 86_400),
  longestSilenceSeconds: seconds,
});
export type Timings = z.infer<typeof Timings>;

/** The instant of a decision, and the intervals that it uses. */
export interface TimedDecision {
  now: Date;
  timings: Timings;
}

/** Time of the webhook sender for a batch from the queue. Attempts that begin within it also end within it. */
export const SENDER_SECONDS = 60;
/** The specification's limit for a receiver's whole exchange (section 8). */
export const MAX_ATTEMPT_SECONDS = 30;
