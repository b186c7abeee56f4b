import * as z from 'zod/mini';
import { AWS_PROBLEM_REASONS } from '../../../contract/api/error-codes.ts';
import { AWS_QUOTAS } from '../../../contract/api/limits.ts';
import type { ServerType } from '../../../contract/api/server-types.ts';

const text = z.string();
const optionalText = z.optional(text);
const jwk = z.record(text, z.unknown());

export const Machine = z.object({
  id: text,
  name: text,
  /** Public JWKs (P-256): one verifies the agent's requests, the other encrypts private keys for it. */
  signingJwk: jwk,
  encryptionJwk: jwk,
  enrolledAt: text,
  lastSeenAt: optionalText,
  /** When its silence was noticed (`server.offline`); removed at its next contact. */
  silentAt: optionalText,
  /** Its report on its own challenge path at that time. Absent while it has not checked that yet. */
  challengePath: z.optional(z.enum(['ok', 'failed'])),
  /** When it counts as silent without contact; for a silent one, when it is retired. */
  stepDueAt: optionalText,
  /** What it serves, by its last report. */
  serving: z.optional(
    z.object({
      /** All changes of its server up to this revision. */
      revision: z.int(),
      /** Except these hostnames: what they serve, in the format of a certificate's `handshakes`. */
      missing: z.record(text, text),
      /** The total, including those that are not named. */
      missingCount: z.int(),
    }),
  ),
});
export type Machine = z.infer<typeof Machine>;

/**
 * With the label of its server: a deleted server that was recreated with the same number has another label, and none of these
 * machines.
 */
export const MachineRow = z.extend(Machine, { label: text });

export const MAX_MACHINES = 1000;

/** The entry in a server's item for a machine that is known to be silent. */
const SilentMachine = z.object({ id: text, name: text, enrolledAt: text, lastSeenAt: optionalText });
export type SilentMachine = z.infer<typeof SilentMachine>;
/** Further ones are only counted: every poll would have to read them. */
export const MAX_NAMED_SILENT = 100;

const common = {
  organizationId: text,
  id: z.int(),
  name: text,
  /** `<label>`; the CNAME target is `<label>.<base target>`. */
  label: text,
  /** The target of the label: one hostname, or IP addresses. */
  address: z.optional(z.array(text)),
  createdAt: text,
};

/** The integrator's own machines, each with an agent that fetches the server's certificates. */
const AgentServer = z.object({
  ...common,
  type: z.literal('agent'),
  /** How many machines are enrolled, each in its own row (`MachineRow`). */
  machineCount: z.int(),
  /** The last contact of any machine. */
  lastSeenAt: optionalText,
  /** When a machine last reported that challenges reach it; removed when one reports that they no longer do. */
  challengePathSeenAt: optionalText,
  /** By id, machines that are known to be silent; `silentCount`: how many there are. */
  silent: z.record(text, SilentMachine),
  silentCount: z.int(),
  /** ARNs of AWS roles whose machines may enroll without a token. */
  machineRoles: z.optional(z.array(text)),
  /** Grows with every announced change of the server's certificates: an agent at this revision is up to date. */
  revision: z.int(),
  /** Agents must poll often until then. */
  installingUntil: optionalText,
});
export type AgentServer = z.infer<typeof AgentServer>;

export const AwsProblem = z.object({
  reason: z.enum(AWS_PROBLEM_REASONS),
  /** The denied action, as policies name it (`acm:ImportCertificate`). */
  action: optionalText,
  /** AWS's message, cut and without control characters. */
  observed: optionalText,
  at: text,
});
export type AwsProblem = z.infer<typeof AwsProblem>;

export const UsedQuota = z.object({
  name: z.enum(AWS_QUOTAS),
  used: z.int(),
  limit: z.int(),
});
export type UsedQuota = z.infer<typeof UsedQuota>;

export const AwsAccess = z.object({
  checkedAt: text,
  problem: z.optional(AwsProblem),
  quotas: z.array(UsedQuota),
});
export type AwsAccess = z.infer<typeof AwsAccess>;

/** The settings and state of an integrator's AWS account. */
const atAws = {
  roleArn: text,
  access: z.optional(AwsAccess),
  /** When the next check of the account is due, without an earlier request. */
  stepDueAt: optionalText,
  /** When the next check may be requested. */
  checkPossibleAt: optionalText,
};

const AlbServer = z.object({
  ...common,
  ...atAws,
  type: z.literal('alb'),
  listenerArn: text,
  /** The listener of port 80, where a rule of ours sends challenges to the service. Absent: the integrator does that. */
  httpListenerArn: optionalText,
  region: text,
});
export type AlbServer = z.infer<typeof AlbServer>;

/**
 * A multi-tenant distribution of CloudFront, with a distribution tenant per hostname. Its `address` is the routing endpoint of
 * its connection group, as found by the check of the account.
 */
const CloudFrontServer = z.object({
  ...common,
  ...atAws,
  type: z.literal('cloudfront'),
  distributionId: text,
  /** Absent: the account's default one. */
  connectionGroupId: optionalText,
  /** CloudFront orders and renews the certificates itself. Absent: ours are imported. */
  managed: z.optional(z.boolean()),
});
export type CloudFrontServer = z.infer<typeof CloudFrontServer>;

/** Servers that the service accesses with a role in an AWS account. */
export type AwsServer = AlbServer | CloudFrontServer;

const BY_TYPE = {
  agent: AgentServer,
  alb: AlbServer,
  cloudfront: CloudFrontServer,
} satisfies Record<ServerType, z.ZodMiniObject>;
/** A place where certificates are installed. Its type decides how, and whether it is ready (installer.ts). */
export const Server = z.discriminatedUnion('type', [BY_TYPE.agent, BY_TYPE.alb, BY_TYPE.cloudfront]);
export type Server = z.infer<typeof Server>;

/** A `server_id` as callers send it: an integer, no text, no fraction, below 2^53. */
export const ServerId = z.int('must be an integer').check(z.minimum(1, 'must be 1 or more'));
