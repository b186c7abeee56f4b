import { SILENT_AFTER_SECONDS } from '../../../contract/stack/settings.schema.ts';
import type { ServerReads } from '../../model/servers/server.store.ts';
import { knownSilent, silentMachines, withMachines } from '../../model/servers/server.ts';
import { serverEvent } from '../../model/servers/server-event.ts';
import type { OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { machinesAt } from '../../stories/scripted-world.ts';
import type { Moment } from '../../stories/story.ts';

export interface SilencePorts {
  serverRows: Pick<ServerReads, 'get'>;
  newEventId: () => string;
  baseTarget: string;
}

/**
 * What the sweep tells of a real server (lifecycle/recovery/sweep-servers.ts). The server is the organization's own, the machines
 * are those of the story.
 */
export async function silenceEvent(at: Moment, { serverRows, newEventId, baseTarget }: SilencePorts): Promise<OutboxEvent[]> {
  const { domain, now } = at;
  const server = await serverRows.get(domain.organizationId, domain.serverId);
  if (server?.type !== 'agent') return [];
  const played = withMachines({ ...server, machines: {} }, machinesAt(at));
  const silentAt = now.toISOString();
  const silent = silentMachines(played, SILENT_AFTER_SECONDS, now).map((machine) => ({ ...machine, silentAt }));
  const after = withMachines(played, silent);
  const facts = { randomId: newEventId(), baseTarget, silentAfterSeconds: SILENT_AFTER_SECONDS, now };
  return [serverEvent('server.offline', { server: after, silentMachines: knownSilent(after) }, facts)];
}
