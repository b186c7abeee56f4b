import * as z from 'zod/mini';

const seconds = z.int().check(z.minimum(0));

/**
 * Every interval and window of the lifecycle, in seconds. They travel in an execution's input: one definition, any speed.
 * A first pause grows with the time that its window has been open, to 300 or 3,600 s (lifecycle/pace.ts).
 * What each means: lib/stage/stage-texts.ts.
 */
export const Timings = z.object({
  dnsCheckIntervalSeconds: seconds,
  /** Absent: checks keep their interval. */
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
  /** 60 s and a fifth more until an idle agent asks, and 18 to store, reload and show it. */
  renewalLookSeconds: z._default(seconds, 90),
  /** Within it every domain with a certificate is visited in its slot. A shorter one has slots that no clock tells apart. */
  watchDaySeconds: z._default(z.int().check(z.minimum(60)), 86_400),
  longestSilenceSeconds: seconds,
});
export type Timings = z.infer<typeof Timings>;

/** When something is decided, and by which intervals. */
export interface Timed {
  now: Date;
  timings: Timings;
}

/** What the sender of webhooks has for a batch of the queue. The attempts that begin within it end within it. */
export const SENDER_SECONDS = 60;
/** As long as the specification lets a receiver take for the whole exchange (section 8). */
export const LONGEST_ATTEMPT_SECONDS = 30;
