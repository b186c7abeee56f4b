import * as z from 'zod/mini';
import { LONGEST_ATTEMPT_SECONDS } from './sender-times.ts';
import { Timings } from './timings.schema.ts';

const seconds = z.int().check(z.minimum(0));
const port = z.int().check(z.minimum(1), z.maximum(65535));

/** What differs between deployments and the Lambdas need to know. It is one JSON environment variable (see environment.ts). */
export const Settings = z.object({
  /** `live` or `test`: the prefix of the API keys that this deployment makes. */
  keyMode: z.enum(['live', 'test']),
  /** Under which every server's label lies: `<label>.<baseTarget>`. Lower case, no trailing dot. */
  baseTarget: z.string(),
  /** The service's own names: nobody may register one of them, or a name under one of them. */
  ownNames: z.array(z.string()),
  /** Special-use top-level domains that this deployment lets integrators register (`test`, `example`). */
  allowedSpecialSuffixes: z.array(z.enum(['test', 'example'])),
  /** `open`: an unknown server id creates an unclaimed server; `registered`: it is refused. */
  serverIds: z.enum(['open', 'registered']),
  /** Whether webhooks may be sent to `http://` addresses: then with a warning. */
  webhookHttp: z.enum(['allowed', 'refused']),
  webhooks: z.object({
    /** Processes of the sender at once, each with up to 10 messages (AWS: at least 2). They share the 50 POSTs a second of a host. */
    concurrency: z.int().check(z.minimum(2), z.maximum(40)),
    /** The same for receivers that take long, or do not answer: they have processes of their own. */
    slowConcurrency: z.int().check(z.minimum(2), z.maximum(10)),
    /** Pauses before the second attempt, the third and so on, a tenth more or less; after the last there is none. */
    attemptDelaysSeconds: z.array(seconds).check(z.minLength(1)),
    /** For the whole exchange with a receiver (specification: 30). */
    attemptTimeoutSeconds: z.int().check(z.minimum(1), z.maximum(LONGEST_ATTEMPT_SECONDS)),
    /** An attempt due sooner waits as a delayed message (SQS: at most 900), a later one as a due row. */
    longestQueueDelaySeconds: z.int().check(z.minimum(0), z.maximum(900)),
    /** From the third time-out in a row until one delivery tries whether the receiver is back; doubles up to 1,800. */
    firstProbeSeconds: seconds,
    /** How old the first failure since the last success must be before a webhook is disabled. */
    disableAfterSeconds: seconds,
  }),
  /** Recursive name servers as `address:port`, asked in this order. */
  nameServers: z.array(z.string()).check(z.minLength(1)),
  /** Ports at which an integrator's server is looked at from outside: 80 and 443 but on a developer's machine. */
  edgeHttpPort: port,
  edgeHttpsPort: port,
  /** True only in the local stage: lets outside looks reach this machine. Synthesis refuses it for a real account. */
  allowLoopback: z.boolean(),
  acme: z.object({
    directoryUrl: z.string(),
    /** Written beside a certificate as `certificate.ca`. */
    caName: z.string(),
    contactEmail: z.optional(z.string()),
    /** PEM of a root that the directory's TLS certificate chains to, where the public ones do not do (Pebble). */
    trustedRootPem: z.optional(z.string()),
    /** Our own budget: new orders a clock minute over all organizations. */
    ordersPerMinute: z.int().check(z.minimum(1)),
  }),
  agent: z.object({
    /** What an agent is told to wait between two looks: while a domain of its server is being installed, and else. */
    busyPollSeconds: z.int().check(z.minimum(1)),
    idlePollSeconds: z.int().check(z.minimum(1)),
  }),
  timings: Timings,
});
export type Settings = z.infer<typeof Settings>;
