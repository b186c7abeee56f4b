import { SILENT_AFTER_SECONDS } from '../../../contract/stack/settings.schema.ts';
import type { ServerReads } from '../../model/servers/server.store.ts';
import { knownSilent } from '../../model/servers/server.ts';
import { serverEvent } from '../../model/servers/server-event.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { withStoryMachines } from '../../test-mode/scripted-world.ts';
import type { Moment } from '../../test-mode/story.ts';

export interface SilencePorts {
  servers: Pick<ServerReads, 'get'>;
  newEventId: () => string;
  baseTarget: string;
}

/**
 * The sweep's event for a real server (lambdas/jobs/sweep/sweep-servers.ts), with the organization's own server and the story's
 * machines.
 */
export async function machineOfflineEvent(at: Moment, { servers, newEventId, baseTarget }: SilencePorts): Promise<OutboxEvent[]> {
  const { domain, now } = at;
  const server = await servers.get(domain.organizationId, domain.serverId);
  if (server?.type !== 'agent') return [];
  const after = withStoryMachines(server, at);
  const facts = { randomId: newEventId(), baseTarget, silentAfterSeconds: SILENT_AFTER_SECONDS, now };
  return [serverEvent('server.offline', { server: after, silentMachines: knownSilent(after) }, facts)];
}
