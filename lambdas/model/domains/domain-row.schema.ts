import * as z from 'zod/mini';
import { ACTORS, DIAGNOSIS_CODES, TRANSFER_REFUSALS } from '../../../contract/api/error-codes.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import { Conditions, Evidence, StoredReason } from './diagnosis/diagnosis.schema.ts';
import { CertificateFacts, FinalizedIssuance, OrderedIssuance, PreparedIssuance, RequestedIssuance } from './issuance.schema.ts';

/** Instants are ISO 8601 UTC with milliseconds. */
const instant = z.string();

/** The certificate last seen served, with all data that belongs to it alone: the next certificate begins without. */
export const Served = storedObject({
  certificate: CertificateFacts,
  /** When it was first seen. */
  since: instant,
  /** When it is due for replacement (renewal-time.ts) or, after a failure, for the next try. */
  renewAt: instant,
  /** The renewal window that the CA suggests, and the random instant within it. */
  renewalHint: z.optional(storedObject({ start: instant, end: instant, at: instant })),
  /** When the CA was first seen to request an immediate replacement, as it does after a revocation. */
  revokedAt: z.optional(instant),
  renewalFailures: z.int(),
  /** The notifications that its holder has received. */
  notified: storedObject({
    /** The causes for which `certificate.renewal_failed` and `certificate.at_risk` were sent. */
    failures: z.array(z.string()),
    risks: z.array(z.string()),
    /** How many expiry notices were sent (renewal-time.ts). */
    expiryNotices: z.int(),
  }),
});
export type Served = z.infer<typeof Served>;

/**
 * Revocation reasons: the names in RFC 5280 that a holder may give a CA (CA/Browser Forum, Baseline Requirements, section 7.2.2),
 * each with its code. Without a reason, the CA gets no code.
 */
export const REVOCATION_REASON_CODES = {
  unspecified: undefined,
  keyCompromise: 1,
  affiliationChanged: 3,
  superseded: 4,
  cessationOfOperation: 5,
} as const;
export type RevocationReason = keyof typeof REVOCATION_REASON_CODES;
export const REVOCATION_REASONS = Object.keys(REVOCATION_REASON_CODES) as RevocationReason[];

/** A requested revocation: it happens as soon as another certificate is served instead. */
export const Revocation = storedObject({
  reason: z.enum(REVOCATION_REASONS),
  requestedAt: instant,
  serialNumber: z.string(),
  fingerprintSha256: z.string(),
  notAfter: instant,
  /** The issuing CA, by name. */
  ca: z.string(),
  /** If the CA did not revoke it: the first request, the CA's last answer, and the next request. */
  askedAt: z.optional(instant),
  acmeError: z.optional(z.string()),
  againAt: z.optional(instant),
});
export type Revocation = z.infer<typeof Revocation>;

/**
 * The answer of the zone's provider about Domain Connect at `at`, for this zone and this target: `provider` and `url` if it can
 * set the record.
 */
const DnsSetup = storedObject({
  at: instant,
  zone: z.string(),
  cnameTarget: z.string(),
  provider: z.optional(z.string()),
  url: z.optional(z.string()),
  /** How many times in a row there was no answer. */
  failures: z.optional(z.int().check(z.minimum(1))),
});
export type DnsSetup = z.infer<typeof DnsSetup>;

/** Where the hostname's records are edited, as last written (lifecycle/dns-transition.ts). */
const Hosting = storedObject({
  /** The provider of the zone's name servers (dns-providers.ts). */
  provider: z.optional(z.string()),
  /** The zone, if it is not the registrable domain. */
  zone: z.optional(z.string()),
  /** When a check last wrote these two fields only because they changed. */
  movedAt: z.optional(instant),
  /** Until the CNAME is found. */
  setup: z.optional(DnsSetup),
});
export type Hosting = z.infer<typeof Hosting>;

/** The record that the hostname's owner must set. */
const Cname = storedObject({
  /** The server's full CNAME target, `<label>.<base target>`. */
  target: z.string(),
  /** The part of the hostname that a DNS provider's form expects: without the registrable domain. */
  host: z.string(),
  /** The CNAME was right once: since then the claim to the hostname is permanent. */
  everValidated: z.optional(z.boolean()),
});
export type Cname = z.infer<typeof Cname>;

/** DNS validation: the record that the owner sets once, at the name in phase.ts. */
const Validation = storedObject({
  /** The owner was given the name of the persistent record (dns-persist-01), which does not change. */
  stands: z.optional(z.literal(true)),
  /** The required CNAME target: `<secret label>.<validation zone>`. */
  target: z.string(),
  /** According to the last check with an answer. */
  state: z.enum(['missing', 'wrong', 'ok']),
  /** Where it leads instead, or what exists in its place. */
  observed: z.optional(z.string()),
  /** The mistake that explains it, as for the traffic CNAME. */
  reason: z.optional(StoredReason),
});
export type Validation = z.infer<typeof Validation>;

const Execution = storedObject({
  /** Part of its name: `<id>-<attempt>`. */
  attempt: z.int(),
  /** Executions started by the sweep or the failure rule since the last progress: their backoff. */
  restarts: z.int(),
  /** The current step has nothing to do before this, whoever starts it again: a wait outlives its execution. */
  notBefore: z.optional(instant),
  /**
   * Present while the domain is in progress: after this, the sweep starts a new attempt. In the table it is a key of the due
   * index (domain-item.ts).
   */
  dueAt: z.optional(instant),
  /**
   * Its last known check, the due time of the next one, and how many checks in a row have found nothing new. A new execution
   * begins without.
   */
  lastCheck: z.optional(storedObject({ at: instant, nextAt: instant, quiet: z.optional(z.int()) })),
  /** It ended on purpose until then: the sweep's new attempt is its next check, not a restart. */
  resumeAt: z.optional(instant),
  /** Of several runs of an attempt, the one that wrote first: the others end (execution.schema.ts). */
  run: z.optional(storedObject({ attempt: z.int(), id: z.string() })),
});
export type Execution = z.infer<typeof Execution>;

/** Another organization has proven the hostname with its record, and requests it. */
const Transfer = storedObject({
  /** The requesting organization: internal, never for the holder. */
  organizationId: z.string(),
  requestedAt: instant,
  /** The end of the notice: after it, the other organization may take the hostname. */
  until: instant,
  /** After this, the request and any refusal expire. */
  endsAt: instant,
  refused: z.optional(storedObject({ at: instant, reason: z.enum(TRANSFER_REFUSALS) })),
  completedAt: z.optional(instant),
});
export type Transfer = z.infer<typeof Transfer>;

/** The fields that the API shows: the list indexes project them, and events carry them. */
const shown = {
  id: z.int(),
  organizationId: z.string(),
  /** The hostname: lower case, punycode, no trailing dot. */
  url: z.string(),
  serverId: z.int(),
  hosting: Hosting,
  cname: Cname,
  /** Absent: HTTP validation. */
  validation: z.optional(Validation),
  sendNotifications: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  createdAt: instant,
  updatedAt: instant,
  dnsStatus: z.enum(['pending', 'validated', 'error']),
  sslStatus: z.enum(['pending', 'active', 'error']),
  /** Its problems: the diagnosis and the error follow from them (diagnosis-of.ts). */
  conditions: z._default(Conditions, {}),
  /** The reported status at the last write, and since when (diagnosis-of.ts). Absent before the first write. */
  said: z.optional(storedObject({ code: z.enum(DIAGNOSIS_CODES), actor: z.enum(ACTORS), since: instant })),
  /** The answers to the last check or step that found no problem. */
  allClear: z.optional(
    storedObject({
      evidence: z.array(Evidence),
      checkedAt: z.optional(instant),
      /** Only in responses: the answer to a check that could not confirm it. */
      reason: z.optional(StoredReason),
    }),
  ),
  /** Absent until a certificate was seen served. After its expiry it remains, with the condition `expiry`. */
  served: z.optional(Served),
  revocation: z.optional(Revocation),
  /** A move to another server: `awaiting_dns` once the new server serves it, until the CNAME no longer passes the old label. */
  move: z.optional(
    storedObject({
      fromServerId: z.int(),
      /** The CNAME's target when the move was requested. Absent if the domain was served by a server that it had left before. */
      fromCnameTarget: z.optional(z.string()),
      state: z.enum(['installing', 'awaiting_dns']),
    }),
  ),
  transfer: z.optional(Transfer),
  /** The phase of the variant below. */
  phase: z.optional(z.string()),
};
export const ShownDomain = storedObject(shown);
export type ShownDomain = z.infer<typeof ShownDomain>;
export const SHOWN_FIELDS = Object.keys(shown) as (keyof ShownDomain)[];

const common = {
  ...shown,
  /** Start of the current DNS window. */
  dnsStartedAt: instant,
  /** Another organization has proven its ownership of the hostname. */
  claimLost: z.optional(z.boolean()),
  /** The next check of a domain with a problem, before its daily check. */
  nextCheckAt: z.optional(instant),
  /**
   * Before the first certificate: since when the CNAME is right and nobody outside must act (write-transition.ts). Absent while
   * somebody must.
   */
  oursSince: z.optional(instant),
  /** When a certificate was last ordered although our own preflight had failed. */
  orderedUnprovenAt: z.optional(instant),
  /** How many times a limited action was requested, and on which day of the clock. */
  actionCounts: z.optional(z.record(z.string(), storedObject({ day: z.string(), times: z.int() }))),
  /** Portal links signed with another number are invalid. Absent: 0. */
  linkGeneration: z.optional(z.int()),
  execution: Execution,
  version: z.int(),
  /** Servers that may still have an obsolete copy of the certificate, which must be removed there. */
  retireFrom: z.optional(z.array(z.int())),
};

/** One variant per phase: `phase` determines the next step (phase.ts). */
export const Domain = z.discriminatedUnion('phase', [
  storedObject({
    ...common,
    phase: z.literal('awaiting-dns'),
    dnsDeadlineAt: instant,
    /** DNS validation: the certificate that its server already has. Only the traffic CNAME is missing. */
    issued: z.optional(CertificateFacts),
  }),
  storedObject({ ...common, phase: z.literal('preparing'), issuance: RequestedIssuance }),
  storedObject({ ...common, phase: z.literal('ordering'), issuance: PreparedIssuance }),
  storedObject({ ...common, phase: z.literal('authorizing'), issuance: OrderedIssuance }),
  storedObject({ ...common, phase: z.literal('validating'), issuance: OrderedIssuance }),
  storedObject({ ...common, phase: z.literal('finalizing'), issuance: OrderedIssuance }),
  storedObject({ ...common, phase: z.literal('downloading'), issuance: FinalizedIssuance }),
  storedObject({
    ...common,
    phase: z.literal('installing'),
    issued: CertificateFacts,
    installDeadlineAt: instant,
    /** The renewed certificate that the server failed to serve: `issued` is the former one again. */
    rolledBack: z.optional(CertificateFacts),
  }),
  /**
   * Served by the server in `move.fromServerId`, moving to the server of the row. An execution watches it from outside until the
   * deadline, later at intervals.
   */
  storedObject({ ...common, phase: z.literal('moving'), issued: CertificateFacts, moveDeadlineAt: instant }),
  /** Active or failed, as `sslStatus` says; must be removed from the servers in `retireFrom`. */
  storedObject({ ...common, phase: z.literal('retiring') }),
  /** Served; its former certificate is to be revoked now. */
  storedObject({ ...common, phase: z.literal('revoking') }),
  /** Deleted for all callers; must be removed from the servers in `retireFrom`. */
  storedObject({ ...common, phase: z.literal('removing') }),
  storedObject({ ...common, phase: z.literal('active') }),
  storedObject({ ...common, phase: z.literal('failed') }),
]);
export type Domain = z.infer<typeof Domain>;
export type Phase = Domain['phase'];
export type DomainIn<P extends Phase> = Extract<Domain, { phase: P }>;
