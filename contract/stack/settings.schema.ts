import * as z from 'zod/mini';
import { MAX_RATE_LIMITS, STANDARD_RATES } from '../api/limits.ts';
import { MAX_ATTEMPT_SECONDS, Timings } from './timings.schema.ts';

/**
 * IPv4 addresses of the thirteen root servers, a to m (IANA's root hints, https://www.internic.net/domain/named.root). They
 * rarely change: b's changed last, in November 2023, and its old address kept answering for a year.
 */
export const ROOT_SERVERS = [
  '198.41.0.4',
  '170.247.170.2',
  '192.33.4.12',
  '199.7.91.13',
  '192.203.230.10',
  '192.5.5.241',
  '192.112.36.4',
  '198.97.190.53',
  '192.36.148.17',
  '192.58.128.30',
  '193.0.14.129',
  '199.7.83.42',
  '202.12.27.33',
] as const;

/** With so many epochs, event numbers stay below 2^53 (model/events/event-log.schema.ts). */
export const MAX_RESTORES = 9_000;

/** How often a machine's last contact is written. Each poll itself is a single read. */
export const CONTACT_RECORDED_SECONDS = 300;
/**
 * A machine polls every 60 s, so its recorded contact is at most 6 minutes and 12 seconds old. Twice the recording interval plus
 * a minute leaves room for one failed write and an agent restart.
 */
export const SILENT_AFTER_SECONDS = 2 * CONTACT_RECORDED_SECONDS + 60;

/** A machine silent for so long is removed, which frees its place. */
export const RETIRE_AFTER_DAYS = 7;

const upTo = (most: number) => z.int().check(z.minimum(1), z.maximum(most));
// One schema shared by many fields: creating a schema costs some 20 µs of every cold start.
const text = z.string();
const optionalText = z.optional(text);
const texts = z.array(text);
const positive = z.int().check(z.minimum(1));
const seconds = z.int().check(z.minimum(0));
const limit = z.object({ count: positive, windowSeconds: positive });
const optionalLimit = z.optional(limit);
const port = upTo(65535);
/** Enough for 300 million domains. Each part adds 16 concurrent functions, one per shard. */
const MAX_SCAN_PARTS = 32;

/** A CA and our account there. */
const Ca = z.object({
  directoryUrl: text,
  caName: text,
  contactEmail: optionalText,
  profile: optionalText,
  preferredChain: optionalText,
  trustedRootPem: optionalText,
  ordersPerMinute: positive,
  limits: z.optional(
    z.object({
      ordersPerAccount: optionalLimit,
      certificatesPerRegisteredDomain: optionalLimit,
      certificatesPerName: optionalLimit,
    }),
  ),
  ordersPerOrganizationPerDay: z.optional(positive),
});
export type Ca = z.infer<typeof Ca>;

/** Our identity towards DNS providers that set the record themselves. */
export const DomainConnect = z.object({
  providerId: text,
  serviceId: text,
  providerName: text,
  keyDomain: text,
  trustedRootPem: optionalText,
});

export const Mail = z.object({ from: text, gatherSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(3600))) });

/**
 * What the Lambdas need to know of a deployment: one JSON environment variable (see environment.ts), and part of a stage file.
 * lib/stage/stage-texts.ts explains the fields, and docs/operate/stage.md is made from it. A new field has a default for one
 * release (test/stack/last-release enforces it).
 */
export const Settings = z.object({
  baseTarget: text,
  /** Zone in which hostnames are validated by DNS. Absent: no DNS validation. */
  validationZone: optionalText,
  /** Which of the two validation records the owner is asked to set. Absent: the first one. */
  validationRecord: z.optional(z.enum(['acme-challenge', 'validation-persist'])),
  /** Allows wildcard domains. Absent: refused. */
  wildcards: z.optional(z.boolean()),
  siteUrl: optionalText,
  ownNames: texts,
  allowedSpecialSuffixes: z.array(z.enum(['test', 'example'])),
  serverIds: z.enum(['open', 'registered']),
  /** Who creates enrollment tokens, and so decides which machines get private keys. Absent: integrators. */
  enrollments: z.optional(z.enum(['integrators', 'administrators'])),
  webhookHttp: z.enum(['allowed', 'refused']),
  webhooks: z.object({
    concurrency: z.int().check(z.minimum(2), z.maximum(40)),
    slowConcurrency: z.int().check(z.minimum(2), z.maximum(10)),
    attemptDelaysSeconds: z.array(seconds).check(z.minLength(1)),
    attemptTimeoutSeconds: upTo(MAX_ATTEMPT_SECONDS),
    longestQueueDelaySeconds: z.int().check(z.minimum(0), z.maximum(900)),
    firstProbeSeconds: seconds,
    disableAfterSeconds: seconds,
  }),
  nameServers: texts.check(z.minLength(1)),
  rootServers: z._default(texts, [...ROOT_SERVERS]),
  nameServerEndpoints: z.optional(z.record(text, text)),
  dnsChecks: z._default(z.object({ processesPerOrganization: upTo(19) }), {
    processesPerOrganization: 10,
  }),
  rateLimits: z._default(
    z.object({
      requestsPerMinute: upTo(MAX_RATE_LIMITS.requestsPerMinute),
      requestsPerHour: upTo(MAX_RATE_LIMITS.requestsPerHour),
    }),
    { ...STANDARD_RATES },
  ),
  edgeHttpPort: port,
  edgeHttpsPort: port,
  allowLoopback: z.boolean(),
  acme: Ca,
  acmeFallbacks: z.optional(z.array(Ca)),
  agent: z
    .object({
      busyPollSeconds: positive,
      idlePollSeconds: positive,
      silentAfterSeconds: z._default(z.int().check(z.maximum(86_400)), SILENT_AFTER_SECONDS),
      retireAfterDays: z._default(z.int().check(z.minimum(2), z.maximum(400)), RETIRE_AFTER_DAYS),
      moveTo: z.optional(
        z
          .string()
          .check(
            z.regex(/^(https:\/\/[^\s/?#]+|http:\/\/localhost(:[0-9]+)?)$/, 'must be https:// and a hostname, without a path'),
          ),
      ),
    })
    .check(
      z.refine(
        ({ idlePollSeconds, silentAfterSeconds }) => silentAfterSeconds > CONTACT_RECORDED_SECONDS + 2 * idlePollSeconds,
        `silentAfterSeconds must be longer than ${CONTACT_RECORDED_SECONDS} s and two idle polls: so old may the last contact of a machine that asks be`,
      ),
    ),
  scan: z._default(z.object({ everyMinutes: upTo(60), parts: z.optional(upTo(MAX_SCAN_PARTS)) }), { everyMinutes: 5 }),
  timings: Timings,
  domainConnect: z.optional(DomainConnect),
  /** Sender of mail to an organization's people. Absent: no mail. */
  mail: z.optional(Mail),
  restoreEpoch: z.optional(z.int().check(z.minimum(0), z.maximum(MAX_RESTORES))),
});
export type Settings = z.infer<typeof Settings>;

/** The CAs of a stage, the preferred one first. */
export function orderedCas({ acme, acmeFallbacks = [] }: Pick<Settings, 'acme' | 'acmeFallbacks'>): [Ca, ...Ca[]] {
  return [acme, ...acmeFallbacks];
}
