import * as z from 'zod/mini';
import { AWS_PROBLEM_REASONS } from '../../../contract/api/error-codes.ts';
import { AWS_QUOTAS, type ServerType } from '../../../contract/api/server-types.ts';

const text = z.string();
const optionalText = z.optional(text);
const jwk = z.record(text, z.unknown());

/** A machine's agent, as kept inside its server's item: one read authenticates it. */
export const Machine = z.object({
  id: text,
  name: text,
  /** Public JWKs (P-256): one verifies the agent's requests, the other encrypts private keys for it. */
  signingJwk: jwk,
  encryptionJwk: jwk,
  enrolledAt: text,
  lastSeenAt: optionalText,
  /** When it was noticed that it asks no more (`server.offline`); taken away when it asks again. */
  silentAt: optionalText,
  /** What it said of its own challenge path then. Agents of before it was asked say nothing. */
  challengePath: z.optional(z.enum(['ok', 'failed'])),
});
export type Machine = z.infer<typeof Machine>;

/** A machine takes about 0.6 kB of its server's item: a hundred stay far below DynamoDB's 400 kB. */
export const MAX_MACHINES = 100;

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
  /** By machine id. A revoked machine is taken out: it gets nothing more from that moment. */
  machines: z.record(text, Machine),
  /** ARNs of AWS roles whose machines may enroll without a token. */
  machineRoles: z.optional(z.array(text)),
  /** Grows with every announced change of the server's certificates; an agent that has seen it needs nothing. */
  revision: z.int(),
  /** Until then agents are told to look often. */
  installingUntil: optionalText,
  /** When the first of its machines is silent, should it not be heard of before. */
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

/** A listener of an Application Load Balancer, in an AWS account of the integrator's choice. */
const AlbServer = z.object({
  ...common,
  type: z.literal('alb'),
  roleArn: text,
  listenerArn: text,
  /** The listener of port 80, where a rule of ours sends challenges to the service. Absent: the integrator sees to it. */
  httpListenerArn: optionalText,
  region: text,
  access: z.optional(AwsAccess),
  /** When the account is checked next, should nobody ask before. */
  stepDueAt: optionalText,
  /** When somebody may ask for the next check. */
  checkPossibleAt: optionalText,
});
export type AlbServer = z.infer<typeof AlbServer>;

const BY_TYPE = { agent: AgentServer, alb: AlbServer } satisfies Record<ServerType, z.ZodMiniObject>;
/** A place where certificates are installed. How, and whether it is ready, is said by its type (installer.ts). */
export const Server = z.discriminatedUnion('type', [BY_TYPE.agent, BY_TYPE.alb]);
export type Server = z.infer<typeof Server>;

/** A `server_id` as callers send it: an integer, no text, no fraction, below 2^53. */
export const ServerId = z.int('must be an integer').check(z.minimum(1, 'must be 1 or more'));
