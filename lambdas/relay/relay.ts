import type { Settings } from '../../contract/stack/settings.schema.ts';
import { OutboxEntry } from '../shared/outbox/outbox.schema.ts';
import type { Item } from '../shared/table/table.store.ts';
import type { StartExecution } from './executions.gateway.ts';
import { type RelayEventsPorts, relayEvents } from './relay-events.ts';

export interface RelayPorts extends RelayEventsPorts {
  startExecution: StartExecution;
  settings: Pick<Settings, 'timings' | 'restoreEpoch'>;
}
type Execution = Extract<OutboxEntry, { kind: 'execution' }>;

/**
 * Does what a batch of outbox records asks for. Answers for each whether it is dealt with: false has it delivered again. So has one that
 * nobody can read: a relay of another deployment may, and after ten tries it is stored beside the stream, with an alarm, and holds up nothing more.
 */
export async function relay(items: readonly (Item | undefined)[], now: Date, ports: RelayPorts): Promise<boolean[]> {
  const entries = items.map((item) => readable(item, ports));
  const failed = relayEvents(
    entries.filter((entry) => entry?.kind === 'event'),
    now,
    ports,
  );
  return Promise.all(
    entries.map(async (entry) => {
      if (entry?.kind === 'execution') return start(entry, ports);
      return entry !== undefined && !(await failed).has(entry.id);
    }),
  );
}

function readable(item: Item | undefined, { log }: RelayPorts): OutboxEntry | undefined {
  const parsed = OutboxEntry.safeParse(item);
  if (!parsed.success) log('error', 'poisoned outbox record', { pk: item?.pk, sk: item?.sk, cause: parsed.error });
  return parsed.data;
}

async function start({ domainId, attempt, step }: Execution, { startExecution, settings, log }: RelayPorts): Promise<boolean> {
  const { timings, restoreEpoch: epoch = 0 } = settings;
  try {
    await startExecution({ domainId, attempt, step, timings, epoch });
    return true;
  } catch (cause) {
    log('error', 'an execution could not be started', { domainId, attempt, cause });
    return false;
  }
}
