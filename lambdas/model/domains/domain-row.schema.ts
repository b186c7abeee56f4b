import * as z from 'zod/mini';
import { ACTORS, DIAGNOSIS_CODES, TRANSFER_REFUSALS } from '../../../contract/api/error-codes.ts';
import { storedObject } from '../../shared/table/stored-object.schema.ts';
import { Conditions, Evidence, StoredReason } from './diagnosis/diagnosis.schema.ts';
import { CertificateFacts, FinalizedIssuance, OrderedIssuance, PreparedIssuance, RequestedIssuance } from './issuance.schema.ts';

/** Instants are ISO 8601 UTC with milliseconds. */
const instant = z.string();

/** The certificate last seen served, with all that is known of it alone: the next one begins without. */
export const Served = storedObject({
  certificate: CertificateFacts,
  /** When it was first seen. */
  since: instant,
  /** When it is to be replaced (renewal-time.ts), or after a failure is tried to be again. */
  renewAt: instant,
  /** When the CA suggests that it be renewed, and the point in this window that was drawn for it. */
  renewalHint: z.optional(storedObject({ start: instant, end: instant, at: instant })),
  /** When the CA was first seen to want it replaced at once, as it does if it has revoked it. */
  revokedAt: z.optional(instant),
  /** Renewals that failed one after another. */
  renewalFailures: z.int(),
  /** What its holder was notified of. */
  notified: storedObject({
    /** The causes for which `certificate.renewal_failed` and `certificate.at_risk` were sent. */
    failures: z.array(z.string()),
    risks: z.array(z.string()),
    /** How many notices of its end were sent (renewal-time.ts). */
    expiryNotices: z.int(),
  }),
});
export type Served = z.infer<typeof Served>;

/**
 * Why a certificate is to be revoked: the names of RFC 5280 that its holder may give a CA (CA/Browser Forum, Baseline
 * Requirements, section 7.2.2), each with its code. Without a reason a CA is sent no code.
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

/** A certificate that somebody wants revoked: as soon as another is served in its place. */
export const Revocation = storedObject({
  reason: z.enum(REVOCATION_REASONS),
  requestedAt: instant,
  serialNumber: z.string(),
  fingerprintSha256: z.string(),
  notAfter: instant,
  /** Whose it is, by name. */
  ca: z.string(),
  /** Where the CA did not revoke it: since when it is asked, what it said last, and when it is asked again. */
  askedAt: z.optional(instant),
  acmeError: z.optional(z.string()),
  againAt: z.optional(instant),
});
export type Revocation = z.infer<typeof Revocation>;

/**
 * Whether the provider of the zone sets the record by Domain Connect, as it was asked at `at`, for this zone and this target:
 * `provider` and `url` where it does.
 */
const DnsSetup = storedObject({
  at: instant,
  zone: z.string(),
  cnameTarget: z.string(),
  provider: z.optional(z.string()),
  url: z.optional(z.string()),
  /** How often in a row nobody has said so. */
  failures: z.optional(z.int().check(z.minimum(1))),
});
export type DnsSetup = z.infer<typeof DnsSetup>;

/** Where the hostname's records are edited, as last written (lifecycle/dns-transition.ts). */
const Hosting = storedObject({
  /** Whose name servers the zone has (dns-providers.ts). */
  provider: z.optional(z.string()),
  /** The zone, where that is not the registrable domain. */
  zone: z.optional(z.string()),
  /** When a check wrote these two for nothing but their change. */
  movedAt: z.optional(instant),
  /** Until the CNAME is found. */
  setup: z.optional(DnsSetup),
});
export type Hosting = z.infer<typeof Hosting>;

/** The record that the hostname's owner has to set. */
const Cname = storedObject({
  /** The server's full CNAME target, `<label>.<base target>`. */
  target: z.string(),
  /** The part of the hostname that a DNS provider's form asks for: what stands before the registrable domain. */
  host: z.string(),
  /** It has been right once: from then on the hostname is held for good. */
  everValidated: z.optional(z.boolean()),
});
export type Cname = z.infer<typeof Cname>;

/** Of a hostname that is validated by DNS: the record that its owner sets once, at the name in phase.ts. */
const Validation = storedObject({
  /** It was told with the name of the record that stands (dns-persist-01), and keeps it. */
  stands: z.optional(z.literal(true)),
  /** Where its CNAME has to lead: `<secret label>.<validation zone>`. */
  target: z.string(),
  /** As the last check that could tell has seen it. */
  state: z.enum(['missing', 'wrong', 'ok']),
  /** Where it leads instead, or what is there in its place. */
  observed: z.optional(z.string()),
  /** Which mistake explains it, as of the CNAME of the traffic. */
  reason: z.optional(StoredReason),
});
export type Validation = z.infer<typeof Validation>;

/** The execution that may write, and what it waits for. */
const Execution = storedObject({
  /** Names it: `<id>-<attempt>`. */
  attempt: z.int(),
  /** Executions begun by the sweep or the failure rule since the last progress: their backoff. */
  restarts: z.int(),
  /** Until then the present step has nothing to do, whoever starts it again: a wait outlives its execution. */
  notBefore: z.optional(instant),
  /**
   * Present while the domain is not at rest: past it, the sweep starts a new attempt. In the table it is a key of the due index
   * (domain-item.ts).
   */
  dueAt: z.optional(instant),
  /**
   * Its last check that is known here, when the next one was due, and how many checks in a row have found nothing new. A new
   * execution begins without.
   */
  lastCheck: z.optional(storedObject({ at: instant, nextAt: instant, quiet: z.optional(z.int()) })),
  /** It has ended on purpose until then: the sweep's new attempt is its next check, and no restart. */
  resumeAt: z.optional(instant),
  /** The one of several runs of an attempt that has written first: the others end (execution.schema.ts). */
  run: z.optional(storedObject({ attempt: z.int(), id: z.string() })),
});
export type Execution = z.infer<typeof Execution>;

/** Another organization has shown the record that proves the hostname to be its own, and wants it. */
const Transfer = storedObject({
  /** Which one: for us, never for the holder. */
  organizationId: z.string(),
  requestedAt: instant,
  /** The end of the notice: from then on it may take the hostname. */
  until: instant,
  /** From then on it is as if nobody had asked, nor refused. */
  endsAt: instant,
  refused: z.optional(storedObject({ at: instant, reason: z.enum(TRANSFER_REFUSALS) })),
  /** When it has taken it. */
  completedAt: z.optional(instant),
});
export type Transfer = z.infer<typeof Transfer>;

/** What the API shows of a domain: the list indexes project it, and events carry it. */
const shown = {
  id: z.int(),
  organizationId: z.string(),
  /** The hostname: lower case, punycode, no trailing dot. */
  url: z.string(),
  serverId: z.int(),
  hosting: Hosting,
  cname: Cname,
  /** Absent: by HTTP. */
  validation: z.optional(Validation),
  sendNotifications: z.boolean(),
  metadata: z.record(z.string(), z.string()),
  createdAt: instant,
  updatedAt: instant,
  dnsStatus: z.enum(['pending', 'validated', 'error']),
  sslStatus: z.enum(['pending', 'active', 'error']),
  /** What is wrong with it: the diagnosis and the error follow from them (diagnosis-of.ts). */
  conditions: z._default(Conditions, {}),
  /** What was said of it when it was last written, and since when (diagnosis-of.ts). Absent before it was first written. */
  said: z.optional(storedObject({ code: z.enum(DIAGNOSIS_CODES), actor: z.enum(ACTORS), since: instant })),
  /** What the last check or step that found nothing wrong was answered. */
  allClear: z.optional(
    storedObject({
      evidence: z.array(Evidence),
      checkedAt: z.optional(instant),
      /** Only shown: in the answer to a check that could not see it again. */
      reason: z.optional(StoredReason),
    }),
  ),
  /** Absent until a certificate was seen served. Its end leaves it here, with the condition `expiry`. */
  served: z.optional(Served),
  revocation: z.optional(Revocation),
  /** On its way to another server: `awaiting_dns` once that one serves it, until the CNAME no longer passes the old label. */
  move: z.optional(
    storedObject({
      fromServerId: z.int(),
      /** Where the CNAME led when the move was asked for. Absent where the domain was served by a server it had left before. */
      fromCnameTarget: z.optional(z.string()),
      state: z.enum(['installing', 'awaiting_dns']),
    }),
  ),
  transfer: z.optional(Transfer),
  /** Of the domain's variant (below). */
  phase: z.optional(z.string()),
};
export const ShownDomain = storedObject(shown);
export type ShownDomain = z.infer<typeof ShownDomain>;
export const SHOWN_FIELDS = Object.keys(shown) as (keyof ShownDomain)[];

const common = {
  ...shown,
  /** Start of the present DNS window. */
  dnsStartedAt: instant,
  /** Another organization has proven the hostname to be its own. */
  claimLost: z.optional(z.boolean()),
  /** When a domain with something wrong is looked at again, before its daily visit. */
  nextCheckAt: z.optional(instant),
  /**
   * Before the first certificate: since when the CNAME is right and nobody outside has to act (write-transition.ts). Absent while
   * somebody has to.
   */
  oursSince: z.optional(instant),
  /** When a certificate was last ordered although our own preflight had failed. */
  orderedUnprovenAt: z.optional(instant),
  /** How often a limited action was asked for, and on which day of the clock. */
  actionCounts: z.optional(z.record(z.string(), storedObject({ day: z.string(), times: z.int() }))),
  /** Links to the portal that were signed with another number are over. Absent: 0. */
  linkGeneration: z.optional(z.int()),
  execution: Execution,
  version: z.int(),
  /** Servers that may still have a copy of the certificate that nobody needs: it is to be taken away there. */
  retireFrom: z.optional(z.array(z.int())),
};

/** One variant per phase: `phase` says which step's turn it is (phase.ts). */
export const Domain = z.discriminatedUnion('phase', [
  storedObject({
    ...common,
    phase: z.literal('awaiting-dns'),
    dnsDeadlineAt: instant,
    /** Validated by DNS: the certificate that its server has already. Only the CNAME of its traffic is awaited. */
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
    /** The renewed certificate with which the server refused its visitors: `issued` is the former one again. */
    rolledBack: z.optional(CertificateFacts),
  }),
  /**
   * Served by the server in `move.fromServerId`, on its way to the server that the row names. Watched from outside by an
   * execution until the deadline, then now and then.
   */
  storedObject({ ...common, phase: z.literal('moving'), issued: CertificateFacts, moveDeadlineAt: instant }),
  /** Active or failed, as `sslStatus` says, and to be taken away from the servers in `retireFrom`. */
  storedObject({ ...common, phase: z.literal('retiring') }),
  /** Served, and its former certificate is to be revoked now. */
  storedObject({ ...common, phase: z.literal('revoking') }),
  /** Deleted: gone for whoever asks, and to be taken away from the servers in `retireFrom`. */
  storedObject({ ...common, phase: z.literal('removing') }),
  storedObject({ ...common, phase: z.literal('active') }),
  storedObject({ ...common, phase: z.literal('failed') }),
]);
export type Domain = z.infer<typeof Domain>;
export type Phase = Domain['phase'];
export type DomainIn<P extends Phase> = Extract<Domain, { phase: P }>;
