import * as z from 'zod/mini';

const seconds = z.int().check(z.minimum(0));

/**
 * Every interval and window of the lifecycle, in seconds. They travel in an execution's input: one definition, any speed.
 * A first pause grows with the time that its window has been open, to 300 or 3,600 s (lifecycle/backoff.ts).
 */
export const Timings = z.object({
  /** Between two looks at a domain's DNS (specification: 300). */
  dnsCheckIntervalSeconds: seconds,
  /** From the start of validation until `dns_validation_timeout` (specification: 86,400). */
  dnsWindowSeconds: seconds,
  /** From the granted CA slot until `certificate_timeout` (specification: 86,400). */
  issuanceWindowSeconds: seconds,
  /** From the issued certificate until `certificate_install_failed`. */
  installWindowSeconds: seconds,
  /** First pause before the CA is asked how an order stands (grows to 300), unless its Retry-After says more. */
  orderPollSeconds: seconds,
  /** First pause before the CA is tried again after trouble that may pass (grows to 3,600). */
  caRetrySeconds: seconds,
  /** First pause before another order after a failed validation (grows to 3,600): a CA allows five an hour and name. */
  validationRetrySeconds: seconds,
  /** First pause before the challenge path is looked at again (grows to 3,600). */
  preflightRetrySeconds: seconds,
  /** First pause between two looks at what the server serves (grows to 300). */
  installPollSeconds: seconds,
  /**
   * From a CNAME that passes the new server's label until the old server's certificate is taken away: resolvers go on answering
   * with the old label until its TTL is over. Executions begun before this interval existed do not carry it.
   */
  retirePauseSeconds: z._default(seconds, 3600),
  /** The longest a domain that is not at rest may go without a write before the sweep takes it up. */
  longestSilenceSeconds: seconds,
});
export type Timings = z.infer<typeof Timings>;
