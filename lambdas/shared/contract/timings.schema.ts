import * as z from 'zod/mini';

const seconds = z.int().check(z.minimum(0));

/** Every interval and window of the lifecycle, in seconds. They travel in an execution's input: one definition, any speed. */
export const Timings = z.object({
  /** Between two looks at a domain's DNS (specification: 300). */
  dnsCheckIntervalSeconds: seconds,
  /** From the start of validation until `dns_validation_timeout` (specification: 86,400). */
  dnsWindowSeconds: seconds,
  /** From the granted CA slot until `certificate_timeout` (specification: 86,400). */
  issuanceWindowSeconds: seconds,
  /** From the issued certificate until `certificate_install_failed`. */
  installWindowSeconds: seconds,
  /** Before the CA is asked how an order stands, unless its Retry-After says more. */
  orderPollSeconds: seconds,
  /** Before the CA is tried again after trouble that may pass, and when our own budget is spent. */
  caRetrySeconds: seconds,
  /** Before another order after a failed validation: a CA allows five an hour and name. */
  validationRetrySeconds: seconds,
  /** Before the challenge path is looked at again. */
  preflightRetrySeconds: seconds,
  /** Between two looks at what the server serves. */
  installPollSeconds: seconds,
  /** The longest a domain that is not at rest may go without a write before the sweep takes it up. */
  longestSilenceSeconds: seconds,
});
export type Timings = z.infer<typeof Timings>;
