import * as z from 'zod/mini';
import { AWS_PROBLEM_REASONS } from '../../../contract/api/error-codes.ts';
import { AWS_QUOTAS } from '../../../contract/api/limits.ts';
import type { ServerType } from '../../../contract/api/server-types.ts';

const text = z.string();
const optionalText = z.optional(text);
const jwk = z.record(text, z.unknown());

const identity = {
  name: text,
  /** Public JWKs (P-256): one verifies the agent's requests, the other encrypts private keys for it. */
  signingJwk: jwk,
  encryptionJwk: jwk,
  enrolledAt: text,
};

const contact = {
  lastSeenAt: optionalText,
  /** When it was noticed that it asks no more (`server.offline`); taken away when it asks again. */
  silentAt: optionalText,
  /** What it said of its own challenge path then. Agents of before it was asked say nothing. */
  challengePath: z.optional(z.enum(['ok', 'failed'])),
  /** When it counts as silent, should it not be heard of before; of a silent one, when it is retired. */
  stepDueAt: optionalText,
  /** What it serves, as it said last. */
  serving: z.optional(
    z.object({
      /** All changes of its server up to this revision. */
      revision: z.int(),
      /** But for these hostnames: what they show, as handshakes of a certificate are written. */
      missing: z.record(text, text),
      /** Of all, also those that are not named. */
      missingCount: z.int(),
    }),
  ),
};

/** A machine's agent. */
export const Machine = z.object({ id: text, ...identity, ...contact });
export type Machine = z.infer<typeof Machine>;

/**
 * A machine's own row. One that was enrolled by the release of before these rows stays inside its server's item with its name
 * and its keys, so that an update can be rolled back: here is only what has been heard of it since.
 */
export const MachineRow = z.object({
  id: text,
  /** The server's. A server that was deleted and created again by its number has another, and none of these machines. */
  label: text,
  ...z.partial(z.object(identity)).shape,
  ...contact,
});
export type MachineRow = z.infer<typeof MachineRow>;

export const MAX_MACHINES = 1000;

/** What a server's item says of a machine that is known to be silent. */
const SilentMachine = z.object({ id: text, name: text, enrolledAt: text, lastSeenAt: optionalText });
export type SilentMachine = z.infer<typeof SilentMachine>;
/** The others are counted: with more, each poll would read them. */
export const MOST_NAMED_SILENT = 100;

const common = {
  organizationId: text,
  id: z.int(),
  name: text,
  /** `<label>`; the CNAME target is `<label>.<base target>`. */
  label: text,
  /** Where the label points: one hostname, or IP addresses. */
  address: z.optional(z.array(text)),
  createdAt: text,
};

/** Machines of the integrator, each with an agent that fetches what the server is to serve. */
const AgentServer = z.object({
  ...common,
  type: z.literal('agent'),
  /** By machine id, those that the release of before machines had rows of their own has enrolled (`MachineRow`). */
  machines: z.record(text, Machine),
  /** How many have rows of their own. Absent: none. */
  machineCount: z.optional(z.int()),
  /** When a machine asked last. */
  lastSeenAt: optionalText,
  /** When a machine that asked last said that challenges reach it; taken away when one says that they do so no more. */
  challengePathSeenAt: optionalText,
  /** By id, machines that are known to be silent; `silentCount`: how many there are. */
  silent: z.optional(z.record(text, SilentMachine)),
  silentCount: z.optional(z.int()),
  /** ARNs of AWS roles whose machines may enroll without a token. */
  machineRoles: z.optional(z.array(text)),
  /** Grows with every announced change of the server's certificates; an agent that has seen it needs nothing. */
  revision: z.int(),
  /** Until then agents are told to look often. */
  installingUntil: optionalText,
  /** When the first of the machines inside it is silent: until each of them is watched by its own row. */
  stepDueAt: optionalText,
});
export type AgentServer = z.infer<typeof AgentServer>;

/** What a call into an integrator's AWS account met. */
export const AwsProblem = z.object({
  reason: z.enum(AWS_PROBLEM_REASONS),
  /** The action that was denied, as policies name it (`acm:ImportCertificate`). */
  action: optionalText,
  /** What AWS said, cut and without control characters. */
  observed: optionalText,
  at: text,
});
export type AwsProblem = z.infer<typeof AwsProblem>;

/** How much of one of AWS's quotas is used up. */
export const UsedQuota = z.object({
  name: z.enum(AWS_QUOTAS),
  used: z.int(),
  limit: z.int(),
});
export type UsedQuota = z.infer<typeof UsedQuota>;

/** What the last check of an integrator's AWS account showed. */
export const AwsAccess = z.object({
  checkedAt: text,
  problem: z.optional(AwsProblem),
  quotas: z.array(UsedQuota),
});
export type AwsAccess = z.infer<typeof AwsAccess>;

/** What the service needs and knows of an AWS account of the integrator's choice. */
const atAws = {
  roleArn: text,
  access: z.optional(AwsAccess),
  /** When the account is checked next, should nobody ask before. */
  stepDueAt: optionalText,
  /** When somebody may ask for the next check. */
  checkPossibleAt: optionalText,
};

/** A listener of an Application Load Balancer. */
const AlbServer = z.object({
  ...common,
  ...atAws,
  type: z.literal('alb'),
  listenerArn: text,
  /** The listener of port 80, where a rule of ours sends challenges to the service. Absent: the integrator sees to it. */
  httpListenerArn: optionalText,
  region: text,
});
export type AlbServer = z.infer<typeof AlbServer>;

/**
 * A multi-tenant distribution of CloudFront, with a distribution tenant for each hostname. Its `address` is the routing endpoint
 * of its connection group, as the check of the account has found it.
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

/** Servers that the service reaches by a role in an AWS account. */
export type AwsServer = AlbServer | CloudFrontServer;

const BY_TYPE = {
  agent: AgentServer,
  alb: AlbServer,
  cloudfront: CloudFrontServer,
} satisfies Record<ServerType, z.ZodMiniObject>;
/** A place where certificates are installed. How, and whether it is ready, is said by its type (installer.ts). */
export const Server = z.discriminatedUnion('type', [BY_TYPE.agent, BY_TYPE.alb, BY_TYPE.cloudfront]);
export type Server = z.infer<typeof Server>;

/** A `server_id` as callers send it: an integer, no text, no fraction, below 2^53. */
export const ServerId = z.int('must be an integer').check(z.minimum(1, 'must be 1 or more'));
