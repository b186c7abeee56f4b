import type { AwsProblemReason, DiagnosisReason } from '../../../contract/api/error-codes.ts';
import type { AwsQuota } from '../../../contract/api/limits.ts';
import type { AwsServerType } from '../../../contract/api/server-types.ts';
import { SILENT_AFTER_SECONDS } from '../../../contract/stack/settings.schema.ts';
import { AWS_PROBLEM_WORDS } from '../../../copy/en/aws-problem-texts.ts';
import { NOT_RECORDED } from '../../../copy/en/diagnosis-texts.ts';
import { type AuditEntry, auditEntry, type Change } from '../../shared/audit/audit.schema.ts';
import { omit } from '../../shared/rows/omit.ts';
import { addSeconds } from '../../shared/time/instant.ts';
import { isTestTenant, livemodeOf } from '../accounts/tenant.ts';
import {
  type AgentServer,
  type AwsAccess,
  type AwsProblem,
  type AwsServer,
  MAX_NAMED_SILENT,
  type Machine,
  type Server,
  type SilentMachine,
  type UsedQuota,
} from './server.schema.ts';

/** What a server stores about its machines before the first one enrolls. */
export const WITHOUT_MACHINES = { machineCount: 0, silent: {}, silentCount: 0 };

/** A server that exists by name only: no machine has enrolled yet. */
export function unclaimedServer(
  organizationId: string,
  id: number,
  label: string,
  now: Date,
  name = `Server ${id}`,
): AgentServer {
  const createdAt = now.toISOString();
  return { organizationId, id, name, label, createdAt, type: 'agent', ...WITHOUT_MACHINES, revision: 0 };
}

/** The target of the CNAME records of a server's domains. */
export function cnameTargetOf({ label }: Pick<Server, 'label'>, baseTarget: string): string {
  return `${label}.${baseTarget}`;
}

/** True when the service accesses it with a role in an AWS account. */
export function isAwsServer(server: Server): server is AwsServer {
  return server.type !== 'agent';
}

/** How many machines are enrolled at a server; only the type `agent` has any. */
export function machineCountOf(server: Server | undefined): number {
  return server?.type === 'agent' ? server.machineCount : 0;
}

export function withoutMachine(server: AgentServer, machine: Machine): AgentServer {
  return { ...withoutSilent(server, machine), machineCount: server.machineCount - 1 };
}

/** True after a recent contact. */
function isOnline(lastSeenAt: string | undefined, silentAfterSeconds: number, now: Date): boolean {
  return lastSeenAt !== undefined && lastSeenAt >= addSeconds(now, -silentAfterSeconds);
}

/** True when a machine recently reported that challenges for its own web server reach it. */
export function seesItsChallengePath({ challengePathSeenAt }: AgentServer, now: Date): boolean {
  return isOnline(challengePathSeenAt, SILENT_AFTER_SECONDS, now);
}

/** The last contact of a machine: a poll, or its enrollment. */
export function contactOf({ lastSeenAt, enrolledAt }: Pick<Machine, 'lastSeenAt' | 'enrolledAt'>): string {
  return lastSeenAt ?? enrolledAt;
}

/** Machines without contact for so long that they count as silent, the longest silent first. */
export function silentMachines(machines: readonly Machine[], silentAfterSeconds: number, now: Date): Machine[] {
  const latest = addSeconds(now, -silentAfterSeconds);
  return longestSilentFirst(machines.filter((machine) => contactOf(machine) < latest));
}

function longestSilentFirst<M extends SilentMachine>(machines: readonly M[]): M[] {
  return machines.toSorted((one, other) => contactOf(one).localeCompare(contactOf(other)));
}

/** Machines for which `server.offline` was sent, and `server.online` was not yet: at most `MAX_NAMED_SILENT`. */
export function knownSilent({ silent }: AgentServer): SilentMachine[] {
  return longestSilentFirst(Object.values(silent));
}

/** The server with newly silent machines: as many of them by name as it has room for. */
export function withSilent(server: AgentServer, added: readonly Machine[]): AgentServer {
  const { silent, silentCount } = server;
  const named = machinesToName(server, added).map((machine) => [machine.id, silentMachineOf(machine)] as const);
  return { ...server, silent: { ...silent, ...Object.fromEntries(named) }, silentCount: silentCount + added.length };
}

/** The server with the silent machines according to their own rows. */
export function withSilenceOf(server: AgentServer, machines: readonly Machine[]): AgentServer {
  const silent = machines.filter(({ silentAt }) => silentAt !== undefined);
  const { silent: named, silentCount } = server;
  const isRight =
    silentCount === silent.length &&
    Object.keys(named).length === Math.min(silent.length, MAX_NAMED_SILENT) &&
    Object.keys(named).every((id) => silent.some((machine) => machine.id === id));
  return isRight ? server : withSilent({ ...server, silent: {}, silentCount: 0 }, silent);
}

/** The newly silent machines that the server's item has room to name. */
export function machinesToName({ silent }: AgentServer, added: readonly Machine[]): readonly Machine[] {
  return added.slice(0, Math.max(0, MAX_NAMED_SILENT - Object.keys(silent).length));
}

export function silentMachineOf({ id, name, enrolledAt, lastSeenAt }: Machine): SilentMachine {
  return { id, name, enrolledAt, ...(lastSeenAt !== undefined && { lastSeenAt }) };
}

export function withoutSilent(server: AgentServer, { id, silentAt }: Machine): AgentServer {
  if (silentAt === undefined) return server;
  return { ...server, silent: omit(server.silent, id), silentCount: server.silentCount - 1 };
}

/**
 * Added to the time of silence. With it, the second contact after the one that set a due time comes before that time, also with
 * the longest idle polls, and the sweep hardly meets a machine that is not silent.
 */
const LATE_CONTACT_SECONDS = 90;

/** When to check whether a machine is silent, without an earlier contact. */
export function silenceDueAt(machine: Pick<Machine, 'lastSeenAt' | 'enrolledAt'>, silentAfterSeconds: number): string {
  return addSeconds(new Date(contactOf(machine)), silentAfterSeconds + LATE_CONTACT_SECONDS);
}

export function serverResource(server: Server, baseTarget: string, now: Date, silentAfterSeconds = SILENT_AFTER_SECONDS) {
  const lastSeenAt = lastSeen(server);
  return {
    id: server.id,
    livemode: livemodeOf(server.organizationId),
    name: server.name,
    type: server.type,
    config: configOf(server),
    ...(server.address && { address: server.address }),
    cname_target: cnameTargetOf(server, baseTarget),
    status: statusOf(server, lastSeenAt, silentAfterSeconds, now),
    ...(isAwsServer(server) && accessResource(server)),
    ...(lastSeenAt !== undefined && { last_seen_at: lastSeenAt }),
    created_at: server.createdAt,
  };
}

/** The settings of a type besides the name, as the API accepts and shows them. */
function configOf(server: Server) {
  switch (server.type) {
    case 'agent':
      return server.machineRoles ? { machine_roles: server.machineRoles } : {};
    case 'alb':
      return {
        role_arn: server.roleArn,
        listener_arn: server.listenerArn,
        ...(server.httpListenerArn && { http_listener_arn: server.httpListenerArn }),
        region: server.region,
      };
    case 'cloudfront':
      return {
        role_arn: server.roleArn,
        distribution_id: server.distributionId,
        ...(server.connectionGroupId && { connection_group_id: server.connectionGroupId }),
        managed: server.managed ?? false,
      };
  }
}

function accessResource({ id, access }: AwsServer) {
  if (access === undefined) return {};
  const { checkedAt, problem, quotas } = access;
  return { checked_at: checkedAt, ...(problem && { problem: problemResource(id, problem) }), quotas };
}

function problemResource(serverId: number, problem: AwsProblem) {
  const { reason, observed = NOT_RECORDED } = toNotReady(problem);
  const words = AWS_PROBLEM_WORDS[reason];
  const facts = { server: String(serverId), observed: observed.replace(/\.$/, '') };
  const action = problem.action === undefined ? {} : { action: problem.action };
  return { reason, ...action, summary: words.says(facts), fix: words.fix(facts) };
}

/** The quota of a server's AWS account with the least room for another certificate. */
export function tightestQuota(server: Server): UsedQuota | undefined {
  if (!isAwsServer(server)) return undefined;
  return server.access?.quotas.toSorted((one, other) => remainingQuota(one) - remainingQuota(other))[0];
}

export function remainingQuota({ used, limit }: Pick<UsedQuota, 'used' | 'limit'>): number {
  return Math.max(0, limit - used);
}

/** AWS's own defaults for a new account. */
const STANDARD_QUOTAS: Record<AwsQuota, number> = {
  certificates_per_load_balancer: 25,
  distribution_tenants: 10_000,
  certificates_in_acm: 2_500,
  imports_per_year: 5_000,
};

const QUOTAS_OF_TYPE: Record<AwsServerType, readonly AwsQuota[]> = {
  alb: ['certificates_per_load_balancer', 'certificates_in_acm', 'imports_per_year'],
  cloudfront: ['distribution_tenants', 'certificates_in_acm', 'imports_per_year'],
};

/** A server in test mode never reaches AWS: its account is fine, and empty. */
export function testModeAccess(type: AwsServerType, now: Date): AwsAccess {
  const quotas = QUOTAS_OF_TYPE[type].map((name) => ({ name, used: 0, limit: STANDARD_QUOTAS[name] }));
  return { checkedAt: now.toISOString(), quotas };
}

export function machineResource({ id, name, enrolledAt, lastSeenAt }: SilentMachine) {
  return { id, name, enrolled_at: enrolledAt, ...(lastSeenAt !== undefined && { last_seen_at: lastSeenAt }) };
}

/** The fields of a server that were chosen or generated at creation: for its audit entries. */
export function serverSettings(server: Server) {
  const { id, name, type, address, label } = server;
  return { id, name, type, ...configOf(server), ...(address && { address }), label };
}

/** The last contact of a machine, or the last successful check of the AWS account. */
function lastSeen(server: Server): string | undefined {
  if (isAwsServer(server)) return server.access?.problem ? undefined : server.access?.checkedAt;
  return server.lastSeenAt;
}

/** `error` applies to servers that the service itself accesses; an agent's problems are its domains' diagnoses. */
function statusOf(
  server: Server,
  lastSeenAt: string | undefined,
  silentAfterSeconds: number,
  now: Date,
): 'unclaimed' | 'online' | 'offline' | 'error' {
  if (isAwsServer(server)) return statusOfAccess(server.access);
  if (machineCountOf(server) === 0) return 'unclaimed';
  return isOnline(lastSeenAt, silentAfterSeconds, now) ? 'online' : 'offline';
}

function statusOfAccess(access: AwsAccess | undefined): 'unclaimed' | 'online' | 'error' {
  if (access === undefined) return 'unclaimed';
  return access.problem ? 'error' : 'online';
}

/** Why nothing at a server could serve a certificate. Without a reason: no machine is enrolled. */
export interface NotReady {
  reason?: DiagnosisReason;
  observed?: string;
}

/** Undefined if the server is ready. */
export function whyNotReady(server: Server | undefined): NotReady | undefined {
  if (server === undefined || !isAwsServer(server)) return machineCountOf(server) > 0 ? undefined : {};
  const { access } = server;
  if (access === undefined) return { reason: 'access_unchecked' };
  return access.problem && toNotReady(access.problem);
}

/**
 * True when CloudFront gets the domain's next certificate itself. While a domain moves there, it still leads to its old server.
 */
export function isManagedAt(
  server: Server | undefined,
  { organizationId, move }: { organizationId: string; move?: unknown },
): boolean {
  return server?.type === 'cloudfront' && server.managed === true && move === undefined && !isTestTenant(organizationId);
}

/** In the form of a diagnosis: a denied action is the observed value. */
export function toNotReady({ reason, action, observed }: AwsProblem): NotReady & { reason: AwsProblemReason } {
  const found = reason === 'action_denied' ? (action ?? observed) : observed;
  return { reason, ...(found !== undefined && { observed: found }) };
}

/** A server is created by request, or by the number that a domain names: both are audited. */
export function serverCreatedAudit(call: Change, id: string, server: Server): AuditEntry {
  const resource = { type: 'server' as const, id: String(server.id) };
  return auditEntry(call, id, { action: 'server.created', resource, after: serverSettings(server) });
}
