import * as z from 'zod/mini';
import { isTestTenant } from '../model/accounts/tenant.ts';
import { placeAtAws } from '../model/servers/aws-installer.ts';
import type { AwsAccess, AwsServer } from '../model/servers/server.schema.ts';
import { isAwsServer, remainingQuota } from '../model/servers/server.ts';
import type { AwsMessage } from '../shared/aws/queue.gateway.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { AwsFailure } from './aws-failure.ts';
import { checkAccess } from './check-access.ts';
import { MAX_PAUSE_SECONDS, runWorkList } from './run-work-list.ts';
import type { WorkerPorts } from './worker-ports.ts';

const Message: z.ZodMiniType<AwsMessage> = z.union([
  z.object({ organizationId: z.string(), serverId: z.int() }),
  z.object({ accountId: z.string(), region: z.string() }),
]);

interface Received {
  messageId: string;
  body: string;
}

const [CHECKED_DAILY_SECONDS, TROUBLED_SECONDS] = [86_400, 900];
/** The pauses before an unfinished check is repeated. */
const [FIRST_CHECK_AGAIN_SECONDS, LAST_CHECK_AGAIN_SECONDS] = [60, 3_600];

/** Equal messages count as one. Returns the ids to retry. */
export async function workOnMessages(messages: readonly Received[], ports: WorkerPorts): Promise<string[]> {
  const byBody = Map.groupBy(messages, ({ body }) => body);
  const failed = await Promise.all(
    [...byBody].map(async ([body, same]) => {
      try {
        await workOn(Message.parse(JSON.parse(body)), ports);
        return [];
      } catch (cause) {
        ports.log('error', 'work in an AWS account could not be done', { body, cause });
        return same.map(({ messageId }) => messageId);
      }
    }),
  );
  return failed.flat();
}

async function workOn(message: AwsMessage, ports: WorkerPorts): Promise<void> {
  if ('accountId' in message) return runWorkList(message, ports);
  const server = await ports.servers.get(message.organizationId, message.serverId);
  if (server && isAwsServer(server) && !isTestTenant(server.organizationId)) await check(server, ports);
}

/**
 * Work that waited for a problem resumes as soon as there is none. The next check is postponed first, so that a check that never
 * finishes is not always the first.
 */
async function check(server: AwsServer, ports: WorkerPorts): Promise<void> {
  const { awsServers, awsWork, wakeAws, clock, log, newId } = ports;
  if (!(await awsServers.putCheckOff(server, addSeconds(clock(), checkAgainSeconds(server, clock()))))) return;
  const checked = await checkAccess(server, ports).catch((error: unknown) => {
    if (!(error instanceof AwsFailure)) throw error;
    log('warn', 'an AWS account could not be checked', { ...error.problem, serverId: server.id });
  });
  if (checked === undefined) return;
  const { access, address } = checked;
  if (address !== undefined && address !== server.address?.[0])
    await awsServers.saveAddress(server, address, { id: newId('evt'), createdAt: clock().toISOString() });
  const seconds = access.problem ? TROUBLED_SECONDS : CHECKED_DAILY_SECONDS;
  const isKept = await awsServers.saveAccess(server, access, addSeconds(clock(), seconds));
  if (!isKept || !hasImproved(server.access, access)) return;
  const place = placeAtAws(server);
  const hurried = await awsWork.hurry(place, server.organizationId, server.id, clock());
  if (hurried > 0) await wakeAws(place);
}

/** The time since the last check, so that each pause is about twice the last one. */
function checkAgainSeconds({ access, createdAt }: AwsServer, now: Date): number {
  const seconds = (now.getTime() - Date.parse(access?.checkedAt ?? createdAt)) / 1_000;
  return Math.min(Math.max(seconds, FIRST_CHECK_AGAIN_SECONDS), LAST_CHECK_AGAIN_SECONDS);
}

/** True when a problem or a full quota is gone. An AWS refusal despite apparent room does not become due by a check alone. */
function hasImproved(before: AwsAccess | undefined, { problem, quotas }: AwsAccess): boolean {
  if (problem) return false;
  if (before === undefined || before.problem) return true;
  const full = before.quotas.filter((quota) => remainingQuota(quota) === 0).map(({ name }) => name);
  return quotas.some((quota) => full.includes(quota.name) && remainingQuota(quota) > 0);
}

/** By schedule: queues work without a message in progress, because it was lost or the work waited after a failure. */
export async function wakeDueWork({ awsWork, awsServers, wakeAws, clock, log }: WorkerPorts): Promise<void> {
  const now = clock();
  // Includes work with a message in progress, which measures busy accounts.
  const soon = new Date(addSeconds(now, MAX_PAUSE_SECONDS));
  const [places, servers] = await Promise.all([awsWork.due(soon), awsServers.due(now)]);
  const since = await Promise.all(places.map((place) => awsWork.waitingSince(place)));
  const seconds = since.map((at = now.toISOString()) => (now.getTime() - Date.parse(at)) / 1_000);
  for (const message of [...places, ...servers]) await wakeAws(message);
  const measured = { AwsWorkSeconds: Math.max(0, ...seconds) };
  log('info', 'AWS accounts', { lists: places.length, servers: servers.length, measured });
}
