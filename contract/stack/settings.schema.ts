import * as z from 'zod/mini';
import { MOST_REQUESTS, STANDARD_RATES } from '../api/limits.ts';
import { LONGEST_ATTEMPT_SECONDS, Timings } from './timings.schema.ts';

/**
 * The IPv4 addresses of the thirteen root servers, a to m (IANA's root hints, https://www.internic.net/domain/named.root). They
 * hardly ever change; b's did last, in November 2023, and its former one went on answering for a year.
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

/** Event numbers of so many epochs are below 2^53 (model/events/event-log.schema.ts). */
export const MOST_RESTORES = 9_000;

/** So often it is written down that a machine's agent has asked: its polls are one read each. */
export const CONTACT_RECORDED_SECONDS = 300;
/**
 * A machine that asks every 60 s has its last contact on record at most 6 minutes and 12 seconds ago. Twice what is recorded and
 * a minute for the poll leave room for one record that failed and for an agent that restarts.
 */
export const SILENT_AFTER_SECONDS = 2 * CONTACT_RECORDED_SECONDS + 60;

/** A machine that has been silent for so long is gone: it is taken out, and makes room. */
export const RETIRE_AFTER_DAYS = 7;

const upTo = (most: number) => z.int().check(z.minimum(1), z.maximum(most));
// One schema for many fields: each that is made costs every cold start some 20 µs.
const text = z.string();
const optionalText = z.optional(text);
const texts = z.array(text);
const positive = z.int().check(z.minimum(1));
const seconds = z.int().check(z.minimum(0));
const limit = z.object({ count: positive, windowSeconds: positive });
const optionalLimit = z.optional(limit);
const port = upTo(65535);
/** Enough for 300 million domains; 16 times as many functions at once. */
const MOST_SCAN_PARTS = 32;

/** A CA, and our account there. */
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

/** Who we are to DNS providers that set the record themselves. */
export const DomainConnect = z.object({
  providerId: text,
  serviceId: text,
  providerName: text,
  keyDomain: text,
  trustedRootPem: optionalText,
});

export const Mail = z.object({ from: text, gatherSeconds: z.optional(z.int().check(z.minimum(0), z.maximum(3600))) });

/**
 * What differs between deployments and the Lambdas need to know: one JSON environment variable (see environment.ts), and a part
 * of a stage's file. What each field means is said once, in lib/stage/stage-texts.ts, from which docs/operate/stage.md is made. A
 * new field has a default for one release (test/stack/last-release holds it to that).
 */
export const Settings = z.object({
  baseTarget: text,
  /** Where hostnames are validated by DNS. Absent: none is. */
  validationZone: optionalText,
  /** Of which of the two records the owner of such a hostname is told. Absent: the first. */
  validationRecord: z.optional(z.enum(['acme-challenge', 'validation-persist'])),
  /** Whether a domain may be a wildcard. Absent: none is. */
  wildcards: z.optional(z.boolean()),
  siteUrl: optionalText,
  ownNames: texts,
  allowedSpecialSuffixes: z.array(z.enum(['test', 'example'])),
  serverIds: z.enum(['open', 'registered']),
  /** Who makes the tokens with which machines enroll, and so decides who gets private keys. Absent: integrators. */
  enrollments: z.optional(z.enum(['integrators', 'administrators'])),
  webhookHttp: z.enum(['allowed', 'refused']),
  webhooks: z.object({
    concurrency: z.int().check(z.minimum(2), z.maximum(40)),
    slowConcurrency: z.int().check(z.minimum(2), z.maximum(10)),
    attemptDelaysSeconds: z.array(seconds).check(z.minLength(1)),
    attemptTimeoutSeconds: upTo(LONGEST_ATTEMPT_SECONDS),
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
      requestsPerMinute: upTo(MOST_REQUESTS.requestsPerMinute),
      requestsPerHour: upTo(MOST_REQUESTS.requestsPerHour),
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
  scan: z._default(z.object({ everyMinutes: upTo(60), parts: z.optional(upTo(MOST_SCAN_PARTS)) }), { everyMinutes: 5 }),
  timings: Timings,
  domainConnect: z.optional(DomainConnect),
  /** From whom people of organizations get mail. Absent: nobody gets any. */
  mail: z.optional(Mail),
  restoreEpoch: z.optional(z.int().check(z.minimum(0), z.maximum(MOST_RESTORES))),
});
export type Settings = z.infer<typeof Settings>;

/** The CAs of a stage, the preferred one first. */
export function casOf({ acme, acmeFallbacks = [] }: Pick<Settings, 'acme' | 'acmeFallbacks'>): [Ca, ...Ca[]] {
  return [acme, ...acmeFallbacks];
}
