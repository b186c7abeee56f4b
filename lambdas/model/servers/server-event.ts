import type { ServerEventName } from '../../../contract/api/events.ts';
import { eventBody, type OutboxEvent } from '../../shared/outbox/outbox.schema.ts';
import { serverOutboxId } from '../../shared/table/keys.ts';
import type { Machine, Server, SilentMachine } from './server.schema.ts';
import { machineResource, serverResource } from './server.ts';

/** The server after the write, and the event's machine, if any. */
interface ServerEventSubject {
  server: Server;
  machine?: Machine;
  /** For `machine.revoked`: the service revoked a silent machine. */
  reason?: 'silent';
  /** The machines known to be silent, if the event is about silence. */
  silentMachines?: readonly SilentMachine[];
}

interface ServerEventFacts {
  /** A new `evt_…`. */
  randomId: string;
  baseTarget: string;
  silentAfterSeconds?: number;
  now: Date;
}

/** An event about a server or a machine, without a domain, for the transaction of the write that causes it. */
export function serverEvent(
  event: ServerEventName,
  { server, machine, reason, silentMachines }: ServerEventSubject,
  { randomId, baseTarget, silentAfterSeconds, now }: ServerEventFacts,
): OutboxEvent {
  const { organizationId, label } = server;
  const id = serverOutboxId(randomId, label);
  const createdAt = now.toISOString();
  const data = {
    ...(machine && { machine: machineResource(machine) }),
    ...(reason && { reason }),
    server: serverResource(server, baseTarget, now, silentAfterSeconds),
    ...(silentMachines && { silent_machines: silentMachines.map(machineResource) }),
  };
  const body = eventBody({ id, event, livemode: data.server.livemode, createdAt, data });
  return { kind: 'event', id, createdAt, organizationId, event, notify: true, body };
}
