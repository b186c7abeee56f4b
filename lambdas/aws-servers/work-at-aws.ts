import * as z from 'zod/mini';
import { isTestTenant } from '../model/accounts/tenant.ts';
import { parseListenerArn } from '../model/aws-servers/arns.ts';
import type { AlbServer } from '../model/servers/server.schema.ts';
import type { AwsMessage } from '../shared/aws/queue.gateway.ts';
import { addSeconds } from '../shared/time/instant.ts';
import { AwsFailure } from './aws-failure.ts';
import { type CheckAccessPorts, checkAccess } from './check-access.ts';
import { type WorkThroughPorts, workThroughList } from './work-through-list.ts';

export type WorkAtAwsPorts = WorkThroughPorts & CheckAccessPorts;

const Message: z.ZodMiniType<AwsMessage> = z.union([
  z.object({ organizationId: z.string(), serverId: z.int() }),
  z.object({ accountId: z.string(), region: z.string() }),
]);

interface Received {
  messageId: string;
  body: string;
}

const [CHECKED_DAILY_SECONDS, TROUBLED_SECONDS] = [86_400, 900];

/** Messages that say the same are one. Answers the ids of those that are to come again. */
export async function workOnMessages(messages: readonly Received[], ports: WorkAtAwsPorts): Promise<string[]> {
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

async function workOn(message: AwsMessage, ports: WorkAtAwsPorts): Promise<void> {
  if ('accountId' in message) return workThroughList(message, ports);
  const server = await ports.servers.get(message.organizationId, message.serverId);
  if (server?.type === 'alb' && !isTestTenant(server.organizationId)) await check(server, ports);
}

/** What waited because of a problem goes on as soon as there is none. */
async function check(server: AlbServer, ports: WorkAtAwsPorts): Promise<void> {
  const { atAws, lists, wake, clock } = ports;
  const access = await checkAccess(server, ports).catch((error: unknown) => {
    if (!(error instanceof AwsFailure)) throw error;
    ports.log('warn', 'an AWS account could not be checked now', { ...error.problem, serverId: server.id });
  });
  if (access === undefined) return atAws.checkSoon(server, clock());
  const seconds = access.problem ? TROUBLED_SECONDS : CHECKED_DAILY_SECONDS;
  const isKept = await atAws.saveAccess(server, access, addSeconds(clock(), seconds));
  if (!isKept || access.problem) return;
  const place = { accountId: parseListenerArn(server.listenerArn)?.accountId ?? '', region: server.region };
  const hurried = await lists.hurry(place, server.organizationId, server.id);
  if (hurried > 0) await wake(place);
}

/** By schedule: what no message is under way for, as it was lost, or as it has waited after a failure. */
export async function wakeWhatIsDue({ lists, atAws, wake, clock, log }: WorkAtAwsPorts): Promise<void> {
  const now = clock();
  const [places, servers] = await Promise.all([lists.due(now), atAws.due(now)]);
  for (const message of [...places, ...servers]) await wake(message);
  log('info', 'AWS accounts', { lists: places.length, servers: servers.length });
}
